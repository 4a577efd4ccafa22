"""Files are written whole or not at all, and several of them together."""

from __future__ import annotations

import errno
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path

_TEMPORARY = re.compile(r"\.(?P<name>.{1,100})\.[0-9a-f]{16}\.tmp", re.DOTALL)


def is_temporary(name: str) -> bool:
    """Whether a file of this name is what a write leaves that was killed."""
    return _TEMPORARY.fullmatch(name) is not None


def write_text(path: Path, text: str) -> None:
    """Writes UTF-8 with LF, through a temporary file in the same folder; an interrupted write leaves the old file.

    Makes missing folders. Raises OSError about ``path``, also where a device or pipe is there. The mode is what the
    user's umask gives a new file.
    """
    write_texts([(path, text)])


def write_texts(files: Iterable[tuple[Path, str]]) -> None:
    """The same for several files: none is replaced before the text of each is on the disk. Raises OSError.

    Then removes what a killed write of the same files left beside them.
    """
    staged: list[tuple[Path, Path, str]] = []
    made: list[Path] = []
    try:
        for path, text in files:
            _require_no_device(path)
            made += _folder(path.parent)
            temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}.tmp")
            staged.append((temporary, path, text))
            _stage(temporary, path, text)
        for temporary, path, text in staged:
            _put(temporary, path, text)
    except BaseException:
        for temporary, _, _ in staged:
            temporary.unlink(missing_ok=True)
        for folder in reversed(made):
            if not any(folder.iterdir()):
                folder.rmdir()
        raise
    _remove_leftovers(path for _, path, _ in staged)


def _put(temporary: Path, path: Path, text: str) -> None:
    try:
        try:
            temporary.replace(path)
        except FileNotFoundError:
            # Another write of the same file took ours for a leftover.
            _stage(temporary, path, text)
            temporary.replace(path)
    except OSError as error:
        raise _about(path, error) from error


def _remove_leftovers(paths: Iterable[Path]) -> None:
    beside: dict[Path, set[str]] = {}
    for path in paths:
        beside.setdefault(path.parent, set()).add(path.name[:100])
    for folder, names in beside.items():
        for left in folder.iterdir():
            found = _TEMPORARY.fullmatch(left.name)
            if found and found["name"] in names:
                left.unlink(missing_ok=True)


def _require_no_device(path: Path) -> None:
    # A rename would put a file in the place of /dev/stdout for everybody.
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, "is a device or a pipe, and no file", str(path))


def _folder(folder: Path) -> list[Path]:
    """Makes a folder; returns what was missing of it, the outermost first."""
    missing = [it for it in (folder, *folder.parents) if not it.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


def _stage(temporary: Path, path: Path, text: str) -> None:
    # Not tempfile: it makes files that only their owner can read, and changing that needs the umask, which is shared
    # by all threads.
    try:
        handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _about(path, error) from error


def _about(path: Path, error: OSError) -> OSError:
    """The same error, about the file that somebody wants and not about ours on the way there."""
    return OSError(error.errno, error.strerror, str(path))
