"""The root of a document: one fleet's tenancy policy."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tenantry.model.base import Model
from tenantry.model.fleet import OwnershipField, Pool, Topology
from tenantry.model.hardware import Flavor
from tenantry.model.names import Name, Note, UserName
from tenantry.model.quota import Placement
from tenantry.model.scheduler import Scheduler
from tenantry.model.targets import FairShare, KueueTarget, Naming, SlurmTarget
from tenantry.model.team import Department, Group, Team, User
from tenantry.model.tier import Tier


class Oversubscription(Model):
    """Leave to guarantee more devices of a flavor than there are."""

    devices: Annotated[int, Field(ge=1, le=10_000_000)]
    """How many more."""
    reason: Annotated[Note, Field(min_length=1)]
    """Why, for those who review it."""


class Tenancy(Model):
    """Who gets how many devices of one fleet, on which scheduler, under which terms."""

    # Defaults that are models are made unchecked: checking one builds its own validator, at import.

    fleet: Name
    """Name of the fleet; ClusterName on Slurm, the root cohort on Kueue."""
    slurm: SlurmTarget | None = None
    """What is written for Slurm; left out where the fleet has none."""
    kueue: KueueTarget | None = None
    """What is written for Kueue; left out where the fleet has none."""
    defaults: Placement = Placement.model_construct()
    """Where quota lives that says nothing about it itself."""
    ownership: OwnershipField | None = None
    """How nodes show their owner; needed where both schedulers own nodes."""
    fair_share: FairShare = FairShare.model_construct()
    """How past use counts in the fair share."""
    flavors: dict[Name, Flavor]
    """Classes of node by name; one name for both schedulers."""
    topologies: dict[Name, Topology] = {}
    """The levels that a placement may ask for, by name."""
    pools: dict[Name, Pool] = {}
    """Hosts of one flavor with one owner, by name. Without pools nothing is said about capacity."""
    tiers: dict[Name, Tier] = {}
    """Highest first."""
    groups: dict[Name, Group] = {}
    """Sharing groups by name."""
    departments: dict[Name, Department] = {}
    """Teams under one roof, by name."""
    teams: dict[Name, Team] = {}
    """Tenants by name."""
    users: dict[UserName, User] = {}
    """Facts about single users, by login name."""
    oversubscribe: dict[Name, Oversubscription] = {}
    """Flavor to how far guarantees may exceed capacity, and why."""
    naming: Naming = Naming.model_construct()
    """Patterns for the names of generated objects, where the defaults do not suit."""

    @property
    def schedulers(self) -> tuple[Scheduler, ...]:
        """The schedulers the document renders for, in a fixed order."""
        present = {Scheduler.SLURM: self.slurm, Scheduler.KUEUE: self.kueue}
        return tuple(scheduler for scheduler, target in present.items() if target is not None)
