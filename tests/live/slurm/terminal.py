"""A person at a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
from contextlib import suppress

from tests.live.slurm.accounts import PYTHON


def at_a_terminal(command: list[str], question: str, answer: str) -> tuple[int, str]:
    """Runs a command whose user answers one question; its exit code, and what the user saw."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        ["setsid", "--ctty", "--wait", *command], env=PYTHON, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        seen = ""
        with suppress(OSError):  # how a terminal ends whose last user has gone
            while data := os.read(ours, 4096):
                seen += data.decode()
                if answer and question in seen:
                    os.write(ours, answer.encode())
                    answer = ""
        ended = process.wait(timeout=60)
    os.close(ours)
    return ended, seen
