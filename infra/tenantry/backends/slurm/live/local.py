"""Slurm's commands run here, or through a prefix that runs them elsewhere: ssh, kubectl exec, docker exec."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Final

from tenantry.backends.slurm.live.commands import Answer, UnreachableError

SECONDS: Final = 120.0
MOST_BYTES: Final = 256 * 2**20
"""Of what one command prints; `scontrol -o show node` of 65,536 nodes is below 64 MiB."""
_WORD: Final = re.compile(r"[A-Za-z0-9_.,:=+/@%\[\]-]+")
"""What a word of a command is made of: the shell on the far side of ssh reads words again, and finds nothing here."""
_PAUSE: Final = 0.25


@dataclass(frozen=True, slots=True)
class LocalCommands:
    """Runs commands without a shell and without standard input."""

    prefix: tuple[str, ...] = ()
    """Words before each command, such as ``("ssh", "ctl")``."""
    seconds: float = SECONDS
    """After which a command is ended."""
    most: int = MOST_BYTES
    """Bytes of output after which it is."""

    @property
    def where(self) -> str:
        """For messages."""
        return " ".join(self.prefix) or "this machine"

    def run(self, command: Sequence[str]) -> Answer:
        """See :meth:`tenantry.backends.slurm.live.commands.Commands.run`; ValueError for a word no shell may see."""
        for word in command:
            if not _WORD.fullmatch(word):
                raise ValueError(f"{word!r} cannot be part of a command: a shell might read it as several words")
        with TemporaryFile() as out, TemporaryFile() as err:
            code = self._run([*self.prefix, *command], out, err)
            return Answer(code, _text(out), _text(err))

    def _run(self, words: list[str], out: IO[bytes], err: IO[bytes]) -> int:
        try:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        except OSError as error:
            raise UnreachableError(f"{words[0]} cannot be run: {(error.strerror or str(error)).lower()}") from error
        end = time.monotonic() + self.seconds
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    return process.wait(_PAUSE)
                if time.monotonic() > end:
                    raise UnreachableError(f"{' '.join(words)} did not end within {self.seconds:g} s")
                if os.fstat(out.fileno()).st_size + os.fstat(err.fileno()).st_size > self.most:
                    raise UnreachableError(f"{' '.join(words)} printed more than {self.most} bytes")
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the command and what it started."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")
