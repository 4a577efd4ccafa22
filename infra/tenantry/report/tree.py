"""The folder of generated files: what in it differs from what a document renders to, and making it the same.

Only files that carry the header of a generated file are replaced or removed. What somebody else put there is never
touched, and a file of theirs in the way of one of ours stops the whole write.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tenantry.atomic import is_temporary, write_texts
from tenantry.backends.base import RenderedFile
from tenantry.header import carries_header, made_by_us


@dataclass(frozen=True, slots=True)
class Difference:
    """How a folder differs from what is rendered; every list is sorted."""

    missing: tuple[RenderedFile, ...]
    stale: tuple[RenderedFile, ...]
    """Files that stand there with another content."""
    extra: tuple[PurePosixPath, ...]
    """Generated files that the document no longer makes."""
    foreign: tuple[PurePosixPath, ...]
    """Files that are not ours where ours would go."""
    edited: tuple[PurePosixPath, ...]
    """Extra files that somebody changed by hand; they are kept."""
    leftovers: tuple[PurePosixPath, ...] = ()
    """What a write left that was killed; no part of what is compared, and removed by the next write."""

    @property
    def same(self) -> bool:
        """Whether the folder holds just what is rendered."""
        return not (self.missing or self.stale or self.extra or self.foreign or self.edited)

    def lines(self) -> Iterator[str]:
        """``stale: slurm/slurm.conf`` and the like, one a file."""
        return (f"{state}: {path}" for state, path in self.states())

    def states(self) -> Iterator[tuple[str, PurePosixPath]]:
        """How each file differs, with its path."""
        for state, paths in (
            ("missing", [it.path for it in self.missing]),
            ("stale", [it.path for it in self.stale]),
            ("extra", [*self.extra, *self.edited]),
            ("not ours", self.foreign),
        ):
            yield from ((state, path) for path in sorted(paths))

    def done(self) -> Iterator[tuple[str, PurePosixPath]]:
        """What ``write`` does with each file that differs, with its path."""
        yield from (("written", it.path) for it in sorted((*self.missing, *self.stale)))
        yield from (("removed", path) for path in self.extra)
        yield from (("kept", path) for path in self.edited)


def compare(root: Path, files: Iterable[RenderedFile], folders: Iterable[str]) -> Difference:
    """Compares ``folders`` under ``root`` with ``files``. Raises OSError where one cannot be read."""
    wanted = {file.path: file for file in files}
    found = {path: text for folder in folders for path, text in _texts(root, PurePosixPath(folder))}
    there = {path: text for path, text in found.items() if not is_temporary(path.name)}
    old = {path: text for path, text in there.items() if path not in wanted and text is not None}
    changed = [file for path, file in wanted.items() if path in there and there[path] != file.text]
    return Difference(
        missing=tuple(sorted(file for path, file in wanted.items() if path not in there)),
        stale=tuple(sorted(file for file in changed if carries_header(there[file.path] or ""))),
        extra=tuple(sorted(path for path, text in old.items() if made_by_us(text))),
        foreign=tuple(sorted(file.path for file in changed if not carries_header(there[file.path] or ""))),
        edited=tuple(sorted(path for path, text in old.items() if carries_header(text) and not made_by_us(text))),
        leftovers=tuple(sorted(found.keys() - there.keys())),
    )


def obstacles(root: Path, difference: Difference) -> list[str]:
    """What would keep ``write`` from its end, each as ``path: why``, sorted; found without writing anything."""
    written = [root / it.path for it in (*difference.missing, *difference.stale)]
    folders = {path: f"{path}: a folder stands where a file goes" for path in written if path.is_dir()}
    for path in (*written, *(root / it for it in difference.extra)):
        there = next(it for it in path.parents if os.path.lexists(it))
        if not there.is_dir():
            folders[there] = f"{there}: a file stands where a folder goes"
        elif not os.access(there, os.W_OK | os.X_OK):
            folders[there] = f"{there}: nothing can be written in this folder"
    return [folders[path] for path in sorted(folders)]


def write(root: Path, difference: Difference) -> None:
    """Makes the folder the same: no file is replaced before the text of each is on the disk, and none is removed
    before all are written. Raises OSError; expects nothing foreign."""
    write_texts((root / file.path, file.text) for file in (*difference.missing, *difference.stale))
    for path in (*difference.extra, *difference.leftovers):
        (root / path).unlink(missing_ok=True)
        _remove_empty(root, (root / path).parent)


def _remove_empty(root: Path, folder: Path) -> None:
    while folder != root and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _texts(root: Path, part: PurePosixPath) -> Iterator[tuple[PurePosixPath, str | None]]:
    """Every file below ``part`` with its text; None where it is no text, or no file at all."""
    for path in sorted((root / part).rglob("*")):
        if path.is_dir() and not path.is_symlink():
            continue
        try:
            text = path.read_bytes().decode() if path.is_file() else None
        except UnicodeDecodeError:
            text = None
        yield PurePosixPath(path.relative_to(root).as_posix()), text
