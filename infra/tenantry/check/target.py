"""What the back ends hand in about their schedulers, so that ``check`` need not know them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tenantry.finding import Path
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@dataclass(frozen=True, slots=True)
class Gap:
    """Something the document asks for that a scheduler does not hold to exactly."""

    path: Path
    """Where the document first asks for it."""
    concept: str
    fidelity: str
    """``approximate`` or ``absent``."""
    why: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something the document asks for that the scheduler's release refuses or does not have."""

    path: Path
    message: str
    help: str


@dataclass(frozen=True, slots=True)
class Target:
    """Facts about one scheduler."""

    releases: tuple[str, ...] = ()
    """Supported ``major.minor`` releases, oldest first."""
    written: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kind of passed-through settings (settings, cgroup, nodes, partitions) to the parameters that the program writes
    there itself, in lower case."""
    gaps: tuple[Gap, ...] = ()
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Targeted:
    """A resolved document and facts about every scheduler it names."""

    resolved: Resolved
    targets: Mapping[Scheduler, Target]
