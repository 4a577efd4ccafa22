"""Answers of real clusters of 22.05.8, 24.11.5 and 26.05.5; tests/live/slurm/captures.py makes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tenantry.backends.slurm.live.capture import CapturedCommands
from tenantry.backends.slurm.live.commands import Answer

CAPTURES = Path(__file__).parent / "captures"
RELEASES = ("22.05", "24.11", "26.05")


def captured(release: str) -> CapturedCommands:
    """A release's answers."""
    return CapturedCommands(CAPTURES / release)


@dataclass
class Edited:
    """The same with some text of the answers replaced; what was asked is noted."""

    commands: CapturedCommands
    pieces: dict[str, str]
    asked: list[tuple[str, ...]] = field(default_factory=list)
    where: str = "the capture"

    def run(self, command: Sequence[str]) -> Answer:
        """The edited answer."""
        self.asked.append(tuple(command))
        answer = self.commands.run(command)
        out = answer.out
        for old, new in self.pieces.items():
            out = out.replace(old, new)
        return Answer(answer.code, out, answer.err)
