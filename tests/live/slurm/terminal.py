"""A person at a terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from contextlib import suppress
from typing import Final

from tests.live.slurm.accounts import PYTHON

_PATIENCE: Final = 120.0
"""Seconds without a word after which the command counts as stuck."""
_START: Final = ("setsid", "--ctty", "--wait", "env", "--default-signal=INT")
"""With interrupts heard, however the tests were started."""


def at_a_terminal(command: list[str], question: str, answer: str) -> tuple[int, str]:
    """Runs a command whose user answers one question; its exit code, and what the user saw."""
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen([*_START, *command], env=PYTHON, stdin=theirs, stdout=theirs, stderr=theirs) as process:
            os.close(theirs)
            seen = ""
            with suppress(OSError):  # how a terminal ends whose last user has gone
                while data := _heard(ours, process, seen):
                    seen += data.decode()
                    if answer and question in seen:
                        os.write(ours, answer.encode())
                        answer = ""
            ended = process.wait(timeout=60)
    finally:
        os.close(ours)
    return ended, seen


def _heard(terminal: int, process: subprocess.Popen[bytes], before: str) -> bytes:
    if not select.select([terminal], [], [], _PATIENCE)[0]:
        process.kill()
        raise AssertionError(f"nothing more is said after: {before}")
    return os.read(terminal, 4096)
