"""Answers of real clusters, saved from 22.05.8, 24.11.5 and 26.05.5, for two slurm.conf: one plain, one with settings
that are no defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tenantry.backends.slurm.effective import shown
from tenantry.backends.slurm.live.commands import Answer

CAPTURES = Path(__file__).parent / "captures"
RELEASES = ("22.05", "24.11", "26.05")


@dataclass(frozen=True)
class Saved:
    """What commands printed; one that was not saved ends with 1."""

    outputs: Mapping[tuple[str, ...], str]
    where: str = "the capture"

    def run(self, command: Sequence[str]) -> Answer:
        """The output."""
        out = self.outputs.get(tuple(command))
        return Answer(1, "", "no such capture") if out is None else Answer(0, out)


def saved(release: str, config: str = "config.txt", **replaced: str) -> Saved:
    """A release's answers; ``replaced`` maps ``config``, ``partition`` or ``node`` to another text."""
    folder = CAPTURES / release
    texts = {
        "config": (folder / config).read_text(),
        "partition": (folder / "partition.oneline.txt").read_text(),
        "node": (folder / "node.oneline.txt").read_text(),
    } | replaced
    return Saved(dict(zip(shown.COMMANDS, texts.values(), strict=True)))
