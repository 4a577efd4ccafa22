"""The lines at the top of every generated file: what made it, from which document, and a digest of what follows.

No timestamp, no version and no path, so that only a change of meaning changes a file.
"""

from __future__ import annotations

import hashlib

_MADE_BY = "Made by tenantry from the document of fleet {fleet}. Do not edit; change the document and render again."
_MADE = "Made by tenantry "
_DIGEST = "sha256:"
_COMMENTS = ("#", "--")
"""How a comment starts: in Lua with the second, in every other format that is rendered with the first."""
START = f"{_COMMENTS[0]} {_MADE}"
"""How every generated file begins, but for one in Lua."""


def with_header(text: str, fleet: str, *, lua: bool = False) -> str:
    """``text`` under the header."""
    comment = _COMMENTS[lua]
    return f"{comment} {_MADE_BY.format(fleet=fleet)}\n{comment} {_DIGEST}{digest(text)}\n{text}"


def digest(text: str) -> str:
    """SHA-256 of the text as UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def carries_header(text: str) -> bool:
    """Whether a file was generated, edited since or not."""
    return _comment(text) is not None


def made_by_us(text: str) -> bool:
    """Whether a file carries the header and nobody has edited what stands below it."""
    comment = _comment(text)
    if comment is None:
        return False
    _, digest_line, body = text.split("\n", 2)
    return digest_line == f"{comment} {_DIGEST}{digest(body)}"


def _comment(text: str) -> str | None:
    """How the header's comments start; None where there is no header."""
    lines = text.split("\n", 2)
    found = (it for it in _COMMENTS if lines[0].startswith(f"{it} {_MADE}") and lines[1].startswith(f"{it} {_DIGEST}"))
    return next(found, None) if len(lines) == 3 else None
