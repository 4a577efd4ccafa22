"""What is asked of a cluster, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Self

RUNNING: Final = "RUNNING"
PENDING: Final = "PENDING"
NOT_YET: Final = "BeginTime"
"""Slurm's reason for work that it has just queued again: it waits two minutes before it may start."""


@dataclass(frozen=True, slots=True)
class Ask:
    """So many jobs alike, of one team on one flavor."""

    team: str
    flavor: str
    devices: int = 1
    """A node."""
    count: int = 1
    nodes: int = 1
    borrow: bool = False
    tier: str | None = None
    """None is the lowest that the team may use."""
    minutes: int = 10

    @property
    def total(self) -> int:
        """Devices of one job on all its nodes."""
        return self.devices * self.nodes

    def sized(self, devices: int, count: int = 1) -> Self:
        """The same of another size and number."""
        return replace(self, devices=devices, count=count)


@dataclass(frozen=True, slots=True)
class Job:
    """One job in the queue."""

    number: str
    ask: Ask
    user: str
    tier: str
    """Empty where the document has no tiers."""
    state: str
    reason: str
    priority: int
    minutes: int
    restarts: int
    nodes: tuple[str, ...]
    """Where it runs; empty while it waits."""
    cpus: int
    """What it holds, 0 while it waits."""
    held: int
    """Devices of its flavor that Slurm says it holds."""

    @property
    def runs(self) -> bool:
        """Whether it holds devices and is not about to let them go."""
        return self.state == RUNNING

    @property
    def devices(self) -> int:
        """What it asks for on all its nodes."""
        return self.ask.total
