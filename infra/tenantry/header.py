"""The lines at the top of every generated file: what made it, from which document, and a digest of what follows.

No timestamp, no version and no path, so that only a change of meaning changes a file.
"""

from __future__ import annotations

import hashlib

_MADE_BY = "# Made by tenantry from the document of fleet {fleet}. Do not edit; change the document and render again."
_DIGEST = "# sha256:"
START = "# Made by tenantry "
"""How every generated file begins."""


def with_header(text: str, fleet: str) -> str:
    """``text`` under the header; every format that is rendered takes ``#`` as a comment."""
    made_by = _MADE_BY.format(fleet=fleet)
    return f"{made_by}\n{_DIGEST}{digest(text)}\n{text}"


def digest(text: str) -> str:
    """SHA-256 of the text as UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def carries_header(text: str) -> bool:
    """Whether a file was generated, edited since or not."""
    lines = text.split("\n", 2)
    return len(lines) == 3 and lines[0].startswith(START) and lines[1].startswith(_DIGEST)


def made_by_us(text: str) -> bool:
    """Whether a file carries the header and nobody has edited what stands below it."""
    _, digest_line, body = text.split("\n", 2) if carries_header(text) else ("", "", "")
    return digest_line == f"{_DIGEST}{digest(body)}"
