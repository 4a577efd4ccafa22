"""What the back ends hand in about their schedulers, so that ``check`` need not know them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tenantry.finding import Path, Related
from tenantry.model.document import Tenancy
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
    related: tuple[Related, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """The name of something that is written for a part of the document."""

    kind: str
    """As the scheduler calls it: ``ClusterQueue``, ``account``."""
    name: str
    what: str
    """What of the document it is for: ``team 'vision'``."""
    path: Path
    """Where that stands."""
    pattern: str = ""
    """Field of ``naming`` that decides the name; empty where none does."""
    namespace: str = ""
    """Empty for what belongs to a cluster. Names of one kind have to differ within a namespace."""
    reserved: str = ""
    """Why the scheduler keeps this very name for itself; empty where it does not."""
    significant: int | None = None
    """Characters by which the scheduler tells names of the kind apart; None where all of them count."""


@dataclass(frozen=True, slots=True)
class Supported:
    """What a back end knows of its scheduler whatever the document says."""

    releases: tuple[str, ...] = ()
    """Supported ``major.minor`` releases, oldest first."""
    written: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kind of passed-through settings (settings, cgroup, nodes, partitions) to the parameters that the program writes
    there itself, in lower case."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A document and what is known of every scheduler."""

    tenancy: Tenancy
    supported: Mapping[Scheduler, Supported]


@dataclass(frozen=True, slots=True)
class Target:
    """Facts about one scheduler and a resolved document."""

    gaps: tuple[Gap, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    names: tuple[Named, ...] = ()
    """Of everything that is written, in a stable order: of two with one name, the later is told as wrong."""


@dataclass(frozen=True, slots=True)
class Targeted:
    """A resolved document and facts about every scheduler it names."""

    resolved: Resolved
    targets: Mapping[Scheduler, Target]

    @property
    def names(self) -> Iterator[Named]:
        """The names of everything that any scheduler is written."""
        return (named for target in self.targets.values() for named in target.names)
