"""Answers of commands saved in a folder: a file for each, and an index that says which command printed it.

A line of the index is ``config.txt rc=0 :: scontrol show config``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tenantry.atomic import write_texts
from tenantry.backends.slurm.live.commands import Answer, Commands, UnreachableError

INDEX: Final = "INDEX"
MOST_BYTES: Final = 256 * 2**20
_LINE: Final = re.compile(r"([A-Za-z0-9_][A-Za-z0-9_.-]*) rc=([0-9]{1,3}) :: (\S.*)")


def is_capture(folder: Path) -> bool:
    """Whether a folder holds saved answers."""
    return (folder / INDEX).is_file()


class CapturedCommands:
    """Knows what commands once printed; one that was not saved cannot be run."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError where there is no index, and ValueError for a line of it that is none."""
        self._folder = folder
        self._saved: dict[str, tuple[str, int]] = {}
        for number, line in enumerate((folder / INDEX).read_text(encoding="utf-8").splitlines(), 1):
            match = _LINE.fullmatch(line)
            if match is None:
                raise ValueError(f"{folder / INDEX}:{number}: it is not '<file> rc=<code> :: <command>'")
            self._saved[match[3]] = match[1], int(match[2])

    @property
    def where(self) -> str:
        """For messages."""
        return f"the capture in {self._folder}"

    def run(self, command: Sequence[str]) -> Answer:
        """See :meth:`tenantry.backends.slurm.live.commands.Commands.run`."""
        words = " ".join(command)
        if words not in self._saved:
            raise UnreachableError(f"{self.where} has no answer to {words}")
        name, code = self._saved[words]
        path = self._folder / name
        try:
            if path.stat().st_size > MOST_BYTES:
                raise UnreachableError(f"{path} is larger than {MOST_BYTES // 2**20} MiB")
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise UnreachableError(f"{path}: {(error.strerror or str(error)).lower()}") from error
        return Answer(code, text)


@dataclass
class Recorder:
    """Runs commands and remembers what they printed."""

    commands: Commands
    answers: dict[tuple[str, ...], Answer] = field(default_factory=dict)

    @property
    def where(self) -> str:
        """That of the commands."""
        return self.commands.where

    def run(self, command: Sequence[str]) -> Answer:
        """See :meth:`tenantry.backends.slurm.live.commands.Commands.run`."""
        answer = self.answers[tuple(command)] = self.commands.run(command)
        return answer

    def save(self, folder: Path) -> None:
        """Writes everything that was printed, standard error where nothing else was. Raises OSError."""
        names = {command: f"{number:02d}-{_name(command)}.txt" for number, command in enumerate(self.answers, 1)}
        index = (f"{names[command]} rc={it.code} :: {' '.join(command)}\n" for command, it in self.answers.items())
        files = [(folder / names[command], it.out or it.err) for command, it in self.answers.items()]
        write_texts([*files, (folder / INDEX, "".join(index))])


def _name(command: tuple[str, ...]) -> str:
    words = [word for word in command if re.fullmatch(r"[a-z_]+", word)]
    return "-".join(words[:3])
