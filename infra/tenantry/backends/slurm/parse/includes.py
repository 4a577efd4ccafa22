"""The ``Include`` directive.

Source: src/common/parse_config.c, ``_parse_include_directive``; slurm.conf(5), "Include".
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from tenantry.backends.slurm.parse import codes
from tenantry.backends.slurm.parse.files import Reader
from tenantry.backends.slurm.parse.lines import SPACE
from tenantry.finding import Finding, Location
from tenantry.model.problem import shown

MAX_DEPTH: Final = 32
MAX_FILES: Final = 2000

BESIDE_INCLUDING: Final = frozenset({"22.05"})
"""Releases that look for a relative name beside the file that has the line; the later ones beside slurm.conf."""

_DIRECTIVE: Final = re.compile(rf"include[{SPACE}]+([^{SPACE}]*)", re.IGNORECASE)


def include_name(text: str) -> tuple[str, int, int] | None:
    """The name that a line includes, with its offset and its end; None for another line.

    The word stands at the very start of the line: a space before it, and the line is a setting without a value.
    """
    match = _DIRECTIVE.match(text)
    return (match.group(1), match.start(1), match.end()) if match else None


@dataclass(frozen=True, slots=True)
class Opened:
    """An included file."""

    name: str
    text: str
    finding: Finding | None = None
    """What is to say about where it was found."""


@dataclass
class Includes:
    """The files that are open, one inside the other, and those read so far."""

    root: str
    read: Reader
    release: str | None
    _open: list[str] = field(default_factory=list)
    _count: int = 0

    def __post_init__(self) -> None:
        self._open.append(_same(self.root))

    def open(self, including: str, wanted: str, where: Location, cluster: str | None) -> Opened | Finding:
        """An included file, or why there is none; close it when it has been read.

        What a full path names is looked for beside slurm.conf where it is not there: a site's files are mostly checked
        as a copy of ``/etc/slurm`` elsewhere.
        """
        if not wanted:
            return codes.SYNTAX.at(where, "Include names no file", "write the name of one file behind it")
        if "%c" in wanted and cluster is None:
            hint = "set ClusterName above this line"
            return codes.SYNTAX.at(where, f"{shown(wanted)} needs ClusterName, which is not set yet", hint)
        name = self._path(including, wanted.replace("%c", cluster or ""))
        if "*" in name:
            hint = "write an Include line for each file"
            return codes.INCLUDE_PATTERN.at(where, f"Slurm does not expand {shown(wanted)}", hint)
        if len(self._open) > MAX_DEPTH or self._count >= MAX_FILES:
            hint = f"include at most {MAX_FILES} files, {MAX_DEPTH} deep"
            return codes.UNREAD.at(where, f"{shown(wanted)} is not read: there are too many files", hint)
        opened = self._opened(name, where)
        if isinstance(opened, Opened):
            if _same(opened.name) in self._open:
                return codes.INCLUDE_LOOP.at(where, f"{shown(wanted)} is being read already", "leave the line out")
            self._open.append(_same(opened.name))
            self._count += 1
        return opened

    def _opened(self, name: str, where: Location) -> Opened | Finding:
        try:
            return Opened(name, self.read(name))
        except (OSError, ValueError) as problem:
            if isinstance(problem, FileNotFoundError) and (copy := self._copy(name, where)):
                return copy
            reason = getattr(problem, "strerror", None) or str(problem)
            hint = "give that file too: without it nothing certain can be said of the whole"
            return codes.UNREAD.at(where, f"{name} cannot be read ({reason}), so what it holds is not judged", hint)

    def _copy(self, name: str, where: Location) -> Opened | None:
        """The file beside slurm.conf whose path is the longest end of a full path."""
        path, folder = PurePath(name), PurePath(self.root).parent
        for start in range(1, len(path.parts) if path.is_absolute() else 0):
            copy = str(folder.joinpath(*path.parts[start:]))
            try:
                text = self.read(copy)
            except (OSError, ValueError):
                continue
            message = f"{name} is not there; {copy} is read in its place"
            return Opened(copy, text, codes.COPY.at(where, message, "make sure that the two are the same"))
        return None

    def close(self) -> None:
        """The innermost file has been read."""
        self._open.pop()

    def _path(self, including: str, wanted: str) -> str:
        beside = including if self.release in BESIDE_INCLUDING else self.root
        return str(PurePath(beside).parent / wanted)


def _same(name: str) -> str:
    """One spelling for a file, links followed where it is on a disk."""
    return os.path.realpath(name)
