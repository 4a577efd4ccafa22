"""The mark by which the program knows again what it made in the accounting database.

It is given when a thing is added and never after: what the site made and the document took over stays the site's, and
an account of the same name on another cluster, of which the database keeps one description, is not claimed for both.
"""

from __future__ import annotations

from typing import Final

MARKED: Final = {"account": "Organization", "qos": "Description"}
"""What is added to the option that holds the mark; sacctmgr shows them as ``Org`` and ``Descr`` (sacctmgr(1)).

Users have no such option: an association is ours if its account is.
"""


def mark(cluster: str) -> str:
    """The mark of what is made for one cluster; in lower case, as the database keeps it."""
    return f"tenantry:{cluster.lower()}"
