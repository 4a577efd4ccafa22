"""Where the text of a file comes from: a disk or a mapping, always bounded."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

MAX_BYTES: Final = 16 * 2**20
"""Of one file; the largest sites write a few hundred KiB."""

Reader = Callable[[str], str]
"""Name to text; raises OSError, or ValueError for a file that is too large."""


def read_disk(name: str) -> str:
    """The text of a regular file; bytes that are no UTF-8 become U+FFFD, which no key or host name holds."""
    path = Path(name)
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not a regular file")
    with path.open("rb") as file:
        return decode(file.read(MAX_BYTES + 1))


def read_mapping(files: Mapping[str, str | bytes]) -> Reader:
    """The same from memory, each name as it would stand on a disk."""
    known = {os.path.normpath(name): content for name, content in files.items()}

    def read(name: str) -> str:
        try:
            content = known[os.path.normpath(name)]
        except KeyError:
            raise FileNotFoundError("there is no such file") from None
        return decode(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)

    return read


def decode(content: bytes) -> str:
    """Raises ValueError for more than a configuration file can be."""
    if len(content) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES // 2**20} MiB")
    return content.decode("utf-8", "replace")
