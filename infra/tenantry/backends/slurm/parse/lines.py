"""Lines as slurmctld's parser sees them: comments cut, continuations joined, escapes resolved, places kept.

Source: src/common/parse_config.c, ``_get_next_line`` and what it calls; the same from 22.05 to 26.05.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SPACE: Final = " \t\n\v\f\r"
"""What C calls white space; a carriage return is, so files of both line endings read the same."""

_COMMENT = re.compile(r"(?:[^\\#]+|\\.|\\\Z)*", re.DOTALL)
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """One logical line."""

    text: str
    starts: tuple[tuple[int, int, int], ...]
    """Offset in ``text``, line and column in the file, where a run of characters starts; the offsets rise."""
    comment: tuple[int, int] | None = None
    """Line and column of the '#' that ends it."""
    nul: tuple[int, int] | None = None
    """Line and column of the first NUL character, after which a physical line is lost."""
    open_end: tuple[int, int] | None = None
    """Line and column of a backslash that continues on no line: the file ends there."""

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of a character of ``text``."""
        start, line, column = self.starts[bisect_right(self.starts, offset, key=lambda run: run[0]) - 1]
        return line, column + offset - start


def logical_lines(text: str) -> Iterator[Line]:
    """Every line of a file, empty ones and pure comments left out."""
    physical = text.split("\n")
    if physical[-1] == "":
        physical.pop()
    pieces: list[tuple[str, int]] = []
    marks: dict[str, tuple[int, int]] = {}
    for number, written in enumerate(physical, 1):
        piece = _cut(written, number, marks)
        continued = _continued(piece)
        if continued is not None:
            pieces.append((piece[:continued], number))
            if number < len(physical):
                continue
            marks["open_end"] = (number, continued + 1)
        else:
            pieces.append((piece, number))
        if any(piece.strip(SPACE) for piece, _ in pieces) or marks.keys() & {"nul", "open_end"}:
            yield _line(pieces, marks)
        pieces, marks = [], {}


def _cut(written: str, number: int, marks: dict[str, tuple[int, int]]) -> str:
    before, nul, _ = written.partition("\0")
    if nul:
        marks.setdefault("nul", (number, len(before) + 1))
    match = _COMMENT.match(before)
    end = match.end() if match else 0
    if end < len(before):
        marks["comment"] = (number, end + 1)
    return before[:end]


def _continued(piece: str) -> int | None:
    """Where the backslash is that joins this line with the next; an even number of them are just backslashes."""
    end = len(piece.rstrip(SPACE))
    backslashes = end - len(piece[:end].rstrip("\\"))
    return end - 1 if backslashes % 2 else None


def _line(pieces: list[tuple[str, int]], marks: dict[str, tuple[int, int]]) -> Line:
    parts: list[str] = []
    starts: list[tuple[int, int, int]] = []
    offset = 0
    for piece, number in pieces:
        done = 0
        for match in (*_ESCAPE.finditer(piece), None):
            # The character after a backslash is itself a start, one column on.
            end = match.start() if match else len(piece)
            starts.append((offset, number, done + 1))
            parts.append(piece[done:end])
            offset += end - done
            done = match.start(1) if match else end
            if match and match.group(1):
                starts.append((offset, number, done + 1))
                parts.append(match.group(1))
                offset += 1
                done += 1
    return Line("".join(parts), tuple(starts), **marks)
