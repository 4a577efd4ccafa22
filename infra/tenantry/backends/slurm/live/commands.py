"""How a cluster's commands are run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str = ""


class Commands(Protocol):
    """Runs a command of Slurm's (``sacctmgr``, ``scontrol``) somewhere, or knows what it once printed."""

    @property
    def where(self) -> str:
        """For messages: ``this machine``, ``ssh ctl``, ``the capture in DIR``."""
        ...

    def run(self, command: Sequence[str]) -> Answer:
        """Runs it, bounded in time and output and without standard input.

        Raises :class:`UnreachableError` where it cannot be run.
        """
        ...


class UnreachableError(Exception):
    """A command could not be run, did not end, or printed more than can be right; the message says which and where."""
