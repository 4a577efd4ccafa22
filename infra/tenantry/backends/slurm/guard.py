"""The last gate before a template: nothing in a view can end a line, start a comment or leave its place.

The model refuses such values already; this holds whatever comes later between the model and the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_UNSAFE = re.compile(r"""[#"'\\;`\x00-\x1f\x7f\x85\u2028\u2029]""")


def guard(view: object) -> None:
    """Raises ValueError for a string in ``view`` that holds a line break, a quote, ``#``, ``;`` or a control."""
    if isinstance(view, str):
        if found := _UNSAFE.search(view):
            raise ValueError(f"{view!a} cannot stand in a file of Slurm's: it holds {found.group()!a}")
    elif isinstance(view, Mapping):
        for key, value in view.items():
            guard(key)
            guard(value)
    elif isinstance(view, list | tuple):
        for value in view:
            guard(value)
    else:
        raise TypeError(f"a view holds strings, lists and mappings, not {type(view).__name__}")
