"""Where a team's quota of one flavor lives. Shared by resolving and by the rules about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tenantry.finding import Path
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Scheduler

PROPORTIONAL: Literal["proportional"] = "proportional"


class Reason(StrEnum):
    """Why nobody can tell where a quota lives."""

    NOTHING_SAID = "nothing said"
    """Two schedulers, and neither the quota, the team nor the fleet's defaults say which."""
    SPLIT_MISSING = "split missing"
    """On several schedulers without saying how much on each."""
    UNKNOWN_SCHEDULER = "unknown scheduler"
    """On a scheduler that the document does not render for."""
    SUM = "sum"
    """The parts of the split do not sum to nominal."""
    NO_POOLS = "no pools"
    """Proportional to a capacity that the document does not state."""


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A quota that lives nowhere, and the value in the document that is to blame."""

    reason: Reason
    path: Path


@dataclass(frozen=True, slots=True)
class Placement:
    """The schedulers that hold a quota. A scheduler pinned at 0 is one of them: the team may still borrow there."""

    schedulers: tuple[Scheduler, ...]
    """In the document's fixed order, at least one."""
    pinned: Mapping[Scheduler, int] | None
    """Nominal on each of them; None where it is proportional to capacity."""


@dataclass(frozen=True, slots=True)
class _Statement:
    on: tuple[Scheduler, ...] | None
    split: Literal["proportional"] | dict[Scheduler, int] | None
    path: Path

    @property
    def says_anything(self) -> bool:
        return self.on is not None or self.split is not None


def where(tenancy: Tenancy, team: str, flavor: str) -> Placement | Unplaced:
    """Where the named team's quota of the flavor lives; both must stand in the document.

    The nearest of quota, team and fleet defaults that says anything decides; ``on`` with several schedulers takes
    its split from the next one that has it. A document with one scheduler needs none.
    """
    nominal = tenancy.teams[team].quota[flavor].nominal
    said = [statement for statement in _statements(tenancy, team, flavor) if statement.says_anything]
    if not said:
        if len(tenancy.schedulers) == 1:
            return Placement(tenancy.schedulers, {tenancy.schedulers[0]: nominal})
        return Unplaced(Reason.NOTHING_SAID, ("teams", team, "quota", flavor))
    nearest = said[0]
    if isinstance(nearest.split, dict):
        return _pinned(tenancy, nearest.split, nominal, (*nearest.path, "split"))
    if unknown := [scheduler for scheduler in nearest.on or () if scheduler not in tenancy.schedulers]:
        at = (nearest.on or ()).index(unknown[0])
        return Unplaced(Reason.UNKNOWN_SCHEDULER, (*nearest.path, "on", at))
    schedulers = tuple(scheduler for scheduler in tenancy.schedulers if nearest.on is None or scheduler in nearest.on)
    if len(schedulers) == 1:
        return Placement(schedulers, {schedulers[0]: nominal})
    if not any(statement.split == PROPORTIONAL for statement in said):
        return Unplaced(Reason.SPLIT_MISSING, (*nearest.path, "on"))
    if not tenancy.pools:
        proportional = next(statement for statement in said if statement.split == PROPORTIONAL)
        return Unplaced(Reason.NO_POOLS, (*proportional.path, "split"))
    return Placement(schedulers, None)


def _statements(tenancy: Tenancy, team: str, flavor: str) -> tuple[_Statement, _Statement, _Statement]:
    held, tenant, defaults = tenancy.teams[team].quota[flavor], tenancy.teams[team], tenancy.defaults
    return (
        _Statement(held.on, held.split, ("teams", team, "quota", flavor)),
        _Statement(tenant.on, tenant.split, ("teams", team)),
        _Statement(defaults.on, defaults.split, ("defaults",)),
    )


def _pinned(tenancy: Tenancy, split: dict[Scheduler, int], nominal: int, path: Path) -> Placement | Unplaced:
    for scheduler in split:
        if scheduler not in tenancy.schedulers:
            return Unplaced(Reason.UNKNOWN_SCHEDULER, (*path, scheduler.value))
    if not split or sum(split.values()) != nominal:
        return Unplaced(Reason.SUM, path)
    return Placement(
        tuple(scheduler for scheduler in tenancy.schedulers if scheduler in split),
        {scheduler: split[scheduler] for scheduler in tenancy.schedulers if scheduler in split},
    )
