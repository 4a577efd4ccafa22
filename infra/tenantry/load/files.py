"""The files a document is made of, and their bytes."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tenantry.finding import Finding, Location
from tenantry.header import START
from tenantry.load.codes import NO_FILE
from tenantry.load.find import STANDARD_INPUT, Unreadable, is_left_out, is_part
from tenantry.load.text import MOST_BYTES


@dataclass(slots=True)
class Files:
    """Names as the user would type them, with what stands in each; ``findings`` are about the folder itself."""

    contents: list[tuple[str, bytes]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def gather(document: Path) -> Files:
    """Every file of a document, sorted by name. Raises Unreadable where there is none or one cannot be read."""
    files = Files()
    try:
        if document == STANDARD_INPUT:
            if sys.stdin is None:
                raise Unreadable("standard input is closed")
            files.contents.append(("<stdin>", sys.stdin.buffer.read(MOST_BYTES + 1)))
        elif document.is_dir():
            root = document.resolve()
            _folder(document, root, files)
            if not files.contents and not files.findings:
                raise Unreadable(f"{shown_path(document)} holds no *.yaml files")
        else:
            _file(document, files)
    except OSError as error:
        name = shown_path(Path(str(error.filename or document)))
        raise Unreadable(f"{name}: {(error.strerror or str(error)).lower()}") from error
    return files


def _folder(folder: Path, root: Path, files: Files) -> None:
    for entry in sorted(os.scandir(folder), key=lambda it: it.name):
        path = folder / entry.name
        if path.is_dir() and not is_left_out(entry.name):
            if path.is_symlink():
                _refuse(path, "a link to a folder is not followed", "put the files themselves here", files)
            else:
                _folder(path, root, files)
        elif is_part(entry.name) and not path.is_dir():
            if path.is_symlink() and not is_inside(path, root):
                _refuse(path, "a link out of the folder, or to nothing", "put the file itself here", files)
            elif not path.is_file():
                _refuse(path, "this is no regular file", "put a file here, or rename it", files)
            else:
                _file(path, files, skip_generated=True)


def _file(path: Path, files: Files, *, skip_generated: bool = False) -> None:
    """Reads a file. In a folder, what was rendered into it is no part of the document."""
    with path.open("rb") as stream:
        content = stream.read(MOST_BYTES + 1)
    if not (skip_generated and content.startswith(START.encode())):
        files.contents.append((shown_path(path), content))


def is_inside(path: Path, root: Path) -> bool:
    """Whether a link leads to a file of the folder. A mounted ConfigMap is made of such links."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    return target.is_file() and target.is_relative_to(root)


def _refuse(path: Path, message: str, hint: str, files: Files) -> None:
    files.findings.append(NO_FILE.finding(message, hint, Location(shown_path(path), 1, 1)))


def shown_path(path: Path) -> str:
    """A path that may be printed: what is not printable in it is escaped."""
    text = str(path)
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
