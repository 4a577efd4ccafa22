"""Nominal, borrow and lend of every team on every scheduler (docs/design.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tenantry.model.document import Tenancy
from tenantry.model.limit import UNLIMITED, Count
from tenantry.model.quota import Quota
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.apportion import Claim, apportion, spread
from tenantry.resolve.hierarchy import is_fair
from tenantry.resolve.placement import Placement, Unplaced, where
from tenantry.resolve.tiers import may_borrow
from tenantry.resolve.types import Entitlement, FlavorOn, ResolvedFlavor, ResolvedTier

Capacity = Mapping[FlavorOn, int] | None
Parts = dict[Scheduler, int]


def entitlements(
    tenancy: Tenancy, flavors: dict[str, ResolvedFlavor], tiers: dict[str, ResolvedTier], capacity: Capacity
) -> dict[str, dict[FlavorOn, Entitlement]]:
    """What each team holds, without the places where it can use nothing; teams by name."""
    nominal = {flavor.name: nominal_of(tenancy, flavor, capacity) for flavor in flavors.values()}
    result: dict[str, dict[FlavorOn, Entitlement]] = {}
    for name, team in sorted(tenancy.teams.items()):
        fair = is_fair(tenancy, team)
        borrows = fair and may_borrow(team, tiers)
        result[name] = {}
        for flavor, quota in team.quota.items():
            parts = nominal[flavor][name]
            borrow = _borrow(quota, flavors[flavor], parts, capacity) if borrows else dict.fromkeys(parts, 0)
            lend = _lend(quota, flavors[flavor], parts) if fair else dict.fromkeys(parts, 0)
            for scheduler, devices in parts.items():
                held = Entitlement(nominal=devices, borrow=borrow[scheduler], lend=lend[scheduler])
                if not held.is_zero:
                    result[name][flavor, scheduler] = held
    return result


def nominal_of(tenancy: Tenancy, flavor: ResolvedFlavor, capacity: Capacity) -> dict[str, Parts]:
    """Nominal of one flavor: team to scheduler to devices, pins exactly, the others in proportion to the rest."""
    parts: dict[str, Parts] = {}
    claims: dict[str, Claim[Scheduler]] = {}
    for name in sorted(tenancy.teams):
        if flavor.name not in tenancy.teams[name].quota:
            continue
        placement = _placed(tenancy, name, flavor.name)
        if placement.pinned is None:
            claims[name] = Claim(tenancy.teams[name].quota[flavor.name].nominal, placement.schedulers)
        else:
            parts[name] = dict(placement.pinned)
    if claims:
        owned = capacity_on(tenancy.schedulers, flavor.name, capacity)
        pinned = {place: sum(split.get(place, 0) for split in parts.values()) for place in owned}
        room = {place: max(0, devices - pinned[place]) for place, devices in owned.items()}
        parts |= apportion(claims, room if any(room.values()) else owned, room, flavor.unit)
    return parts


def capacity_on(schedulers: Sequence[Scheduler], flavor: str, capacity: Capacity) -> Parts:
    """A flavor's devices on each of the schedulers; all 0 where the document has no pools."""
    return {scheduler: capacity[flavor, scheduler] if capacity else 0 for scheduler in schedulers}


def by_capacity(total: Count, flavor: ResolvedFlavor, parts: Parts, capacity: Capacity) -> dict[Scheduler, Count]:
    """``total`` spread over the schedulers of ``parts`` as capacity is; as ``parts`` are where there is none."""
    if total is UNLIMITED:
        return dict.fromkeys(parts, UNLIMITED)
    owned = capacity_on(tuple(parts), flavor.name, capacity)
    return dict(spread(total, owned if any(owned.values()) else parts, flavor.unit))


def _placed(tenancy: Tenancy, team: str, flavor: str) -> Placement:
    placement = where(tenancy, team, flavor)
    if isinstance(placement, Unplaced):
        raise ValueError(f"resolving a document that does not pass its rules: {placement.path}: {placement.reason}")
    return placement


def _borrow(quota: Quota, flavor: ResolvedFlavor, parts: Parts, capacity: Capacity) -> dict[Scheduler, Count]:
    return by_capacity(UNLIMITED if quota.borrow is None else quota.borrow, flavor, parts, capacity)


def _lend(quota: Quota, flavor: ResolvedFlavor, parts: Parts) -> Parts:
    """As nominal is; in whole units where nominal is, so that lend never exceeds it on a side."""
    if quota.lend is None or quota.lend is UNLIMITED:
        return parts
    whole = all(devices % flavor.unit == 0 for devices in parts.values())
    return spread(min(quota.lend, quota.nominal), parts, flavor.unit if whole else 1)
