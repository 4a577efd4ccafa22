"""What resolving yields: everything explicit, nothing optional that a renderer would have to decide.

Renderers do no arithmetic on entitlements; they print these values in their scheduler's vocabulary.
Devices are whole numbers; CPUs are milli-CPUs, memory is bytes, times are :class:`Duration`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tenantry.model.document import Tenancy
from tenantry.model.duration import Duration
from tenantry.model.hostlist import HostList
from tenantry.model.limit import Count
from tenantry.model.scheduler import Owner, Scheduler
from tenantry.model.team import Stop

FlavorOn = tuple[str, Scheduler]
"""A flavor on one scheduler, the key of every amount."""


@dataclass(frozen=True, slots=True)
class Entitlement:
    """What one team holds of one flavor on one scheduler, in devices."""

    nominal: int
    borrow: Count
    lend: int
    """Never above ``nominal``."""

    @property
    def is_zero(self) -> bool:
        """Whether the team can use nothing of it."""
        return self.nominal == 0 and self.borrow == 0


@dataclass(frozen=True, slots=True)
class ResolvedFlavor:
    """One class of node, with every name and ratio filled in."""

    name: str
    is_gpu: bool
    devices_per_node: int
    """GPUs, MIG instances or shards a node, or for a CPU flavor the CPUs a node less what is reserved."""
    unit: int
    resource: str
    """Kubernetes resource that counts its devices: ``nvidia.com/gpu``, or ``cpu``."""
    gres_name: str
    """``gpu`` (MIG instances too) or ``shard``; empty for a CPU flavor."""
    gres: str
    """Type in ``gres/gpu:<type>``; empty for a CPU flavor."""
    node_labels: tuple[tuple[str, str], ...]
    """The flavor's own labels, sorted; ownership labels are not among them."""
    topology: str | None
    allocatable_milli_cpu: int
    """Milli-CPUs a node after what is reserved."""
    allocatable_memory: int
    """Bytes a node after what is reserved."""

    @property
    def tres(self) -> str:
        """What Slurm counts the flavor's devices as, such as ``gres/gpu:h100``."""
        return f"gres/{self.gres_name}:{self.gres}"

    def milli_cpu(self, devices: int) -> int:
        """Milli-CPUs that go with so many devices, floored (docs/design.md: CPUs and memory follow devices)."""
        return devices * self.allocatable_milli_cpu // self.devices_per_node

    def memory(self, devices: int) -> int:
        """Bytes that go with so many devices, floored."""
        return devices * self.allocatable_memory // self.devices_per_node


@dataclass(frozen=True, slots=True)
class ResolvedPool:
    """Hosts of one flavor with one owner."""

    name: str
    flavor: str
    hosts: HostList
    owner: Owner
    spare: int


@dataclass(frozen=True, slots=True)
class ResolvedTier:
    """A priority class; ``priority`` grows with rank and is the value on both schedulers."""

    name: str
    rank: int
    """0 is highest."""
    priority: int
    default_time: Duration | None
    max_time: Duration | None
    """None where work may run without limit."""
    unlimited: bool
    """True where the document says ``unlimited`` on purpose (``max_time`` is None then)."""
    preempts: tuple[str, ...]
    """Tiers it evicts across teams, only those the document names; highest first."""
    preempts_own_lower: bool
    """Whether it evicts every lower tier of the same team (where the scheduler can); False for the lowest."""
    may_borrow: bool
    grace: Duration | None


@dataclass(frozen=True, slots=True)
class ResolvedTeam:
    """A tenant with its names and its entitlements on every scheduler."""

    name: str
    group: str | None
    fair: bool
    """Whether it lends and borrows at all (its group's sharing is ``fair``)."""
    department: str | None
    share: int
    tiers: tuple[str, ...]
    """Highest first."""
    borrowing_tiers: tuple[str, ...]
    """Those of ``tiers`` whose work may borrow; highest first."""
    entitlements: Mapping[FlavorOn, Entitlement]
    """Only flavors the team has a quota for, only schedulers where it may use some of it; in the order of
    the team's own ``quota``, which is the order in which Kueue tries flavors."""
    per_user: Mapping[str, Count]
    per_job: Mapping[str, Count]
    max_running_jobs: Count | None
    max_submitted_jobs: Count | None
    users: tuple[str, ...] | None
    """None where users are unmanaged."""
    namespaces: tuple[str, ...]
    access: tuple[str, ...]
    """Groups of users that may run work in ``namespaces``, as the cluster calls them."""
    namespace_selector: tuple[tuple[str, str], ...] | None
    """Labels the document asks for; None where the namespaces' names select."""
    stop: Stop | None
    """None where its work starts and runs."""

    def on(self, scheduler: Scheduler) -> dict[str, Entitlement]:
        """Flavor to entitlement on one scheduler, in the order of the team's own ``quota``."""
        return {flavor: held for (flavor, where), held in self.entitlements.items() if where is scheduler}


@dataclass(frozen=True, slots=True)
class ResolvedGroup:
    """Teams that share in the same way, with what they lend together."""

    name: str
    fair: bool
    teams: tuple[str, ...]
    departments: tuple[str, ...]
    """Departments with at least one team in this group, by name."""
    lend: Mapping[FlavorOn, int]
    """Sum of its teams' lend."""


@dataclass(frozen=True, slots=True)
class ResolvedDepartment:
    """Teams under one roof."""

    name: str
    share: int
    teams: tuple[str, ...]
    nominal: Mapping[FlavorOn, int]
    """Sum of its teams' nominal."""
    cap: Mapping[FlavorOn, Count]
    """Most devices its teams may use together; only flavors that the document caps, only schedulers where its teams
    may use some (all where no team holds the flavor). Below ``nominal`` only where one scheduler holds all of it."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """One document after resolving.

    Mappings are ordered by name, but for tiers, so that nothing depends on how a document is spread over files.
    """

    tenancy: Tenancy
    flavors: Mapping[str, ResolvedFlavor]
    pools: Mapping[str, ResolvedPool]
    tiers: Mapping[str, ResolvedTier]
    """Highest first."""
    teams: Mapping[str, ResolvedTeam]
    groups: Mapping[str, ResolvedGroup]
    departments: Mapping[str, ResolvedDepartment]
    capacity: Mapping[FlavorOn, int] | None
    """Devices of the nodes that a scheduler owns, less spare ones; None where the document has no pools."""
    unallocated: Mapping[FlavorOn, int]
    """max(0, capacity - sum of nominal); empty where the document has no pools."""

    @property
    def schedulers(self) -> tuple[Scheduler, ...]:
        """The schedulers the document renders for, in a fixed order."""
        return self.tenancy.schedulers
