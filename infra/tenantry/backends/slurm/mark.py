"""The mark by which the program knows again what it made in the accounting database.

It is given when a thing is added and never after: what the site made and the document took over stays the site's.
"""

from __future__ import annotations

import re
from typing import Final

from tenantry.backends.slurm.facts import RELEASES

MARKED: Final = {"account": "Organization", "qos": "Description"}
"""What is added to the option that holds the mark; sacctmgr shows them as ``Org`` and ``Descr`` (sacctmgr(1)).

The database has one of each for all of its clusters.
"""

COMMENT: Final = "Comment"
"""The option that holds it of an account, or of a user in one, on one cluster alone; see :func:`comments`."""

_MARK: Final = re.compile(r"tenantry:(\S+)")


def mark(cluster: str) -> str:
    """The mark of what is made for one cluster; in lower case, as the database keeps it."""
    return f"tenantry:{cluster.lower()}"


def marked_for(text: str) -> str:
    """The cluster whose mark a text is; empty for any other text."""
    match = _MARK.fullmatch(text)
    return match[1] if match else ""


def comments(release: str) -> bool:
    """Whether associations have a comment (23.02): before, nothing says who put a user into an account."""
    known = RELEASES.get(release)
    return known.association_comments if known else release > list(RELEASES)[-1]
