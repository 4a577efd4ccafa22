"""Tiers ranked: priority, time limits and who may evict whom."""

from __future__ import annotations

from tenantry.model.document import Tenancy
from tenantry.model.limit import UNLIMITED
from tenantry.model.team import Team
from tenantry.resolve.types import ResolvedTier

STEP = 1000
"""Distance between the priorities of neighbouring tiers."""


def ranked(tenancy: Tenancy) -> tuple[str, ...]:
    """Tier names, highest first: by ``order`` where it is given, else as they stand in the document."""
    if any(tier.order is not None for tier in tenancy.tiers.values()):
        return tuple(sorted(tenancy.tiers, key=lambda name: (tenancy.tiers[name].order or 0, name)))
    return tuple(tenancy.tiers)


def resolve_tiers(tenancy: Tenancy) -> dict[str, ResolvedTier]:
    """Every tier, highest first."""
    order = ranked(tenancy)
    result = {}
    for rank, name in enumerate(order):
        tier, lower = tenancy.tiers[name], order[rank + 1 :]
        named = frozenset(tier.preempts or ())
        result[name] = ResolvedTier(
            name=name,
            rank=rank,
            priority=(len(order) - rank) * STEP,
            default_time=tier.default_time,
            max_time=None if tier.max_time is UNLIMITED else tier.max_time,
            unlimited=tier.max_time is UNLIMITED,
            preempts=tuple(other for other in order if other in named),
            preempts_own_lower=bool(lower) and (tier.preempts is None or named.issuperset(lower)),
            may_borrow=tier.may_borrow,
            grace=tier.grace,
        )
    return result


def tiers_of(team: Team, tiers: dict[str, ResolvedTier]) -> tuple[str, ...]:
    """The tiers that the team's work may use, highest first; all of them where it names none."""
    return tuple(name for name in tiers if team.tiers is None or name in team.tiers)


def may_borrow(team: Team, tiers: dict[str, ResolvedTier]) -> bool:
    """Whether any work of the team may run on borrowed devices as far as tiers go.

    A document without tiers has one nameless tier that may.
    """
    return not tiers or any(tiers[name].may_borrow for name in tiers_of(team, tiers))
