"""Who lends and borrows on Slurm, and how much together."""

from __future__ import annotations

from collections.abc import Iterable

from tenantry.backends.slurm.scope import Scope
from tenantry.model.limit import Count
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import ResolvedGroup


def borrowing_groups(scope: Scope) -> list[ResolvedGroup]:
    """The groups with a team that borrows on Slurm."""
    return [group for group in scope.resolved.groups.values() if any(team in scope.borrowers for team in group.teams)]


def lent(scope: Scope, groups: Iterable[ResolvedGroup]) -> dict[str, Count]:
    """What the groups lend, and what nobody holds. Groups do not lend to each other: what a group lends without
    borrowing any of that flavor itself is for nobody."""
    found = {name: scope.resolved.unallocated.get((name, Scheduler.SLURM), 0) for name in scope.flavors}
    for group in groups:
        held = [scope.entitlements[team] for team in group.teams if team in scope.borrowers]
        for name in found:
            if any(name in amounts and amounts[name].borrow != 0 for amounts in held):
                found[name] += group.lend.get((name, Scheduler.SLURM), 0)
    return dict(found)
