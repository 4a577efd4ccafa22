"""Files are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Writes UTF-8 with LF, through a temporary file in the same folder; an interrupted write leaves the old file.

    Makes missing folders. Raises OSError. The mode is what the user's umask gives a new file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}.tmp")
    # Not tempfile: it makes files that only their owner can read, and changing that needs the umask, which is shared
    # by all threads.
    handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
