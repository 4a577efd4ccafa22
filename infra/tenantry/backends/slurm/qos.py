"""The QOS of tiers and partitions, as sacctmgr sets them.

Every base QOS preempts every burst QOS, so that what a team is guaranteed reclaims what others borrow. No QOS limits a
TRES that an account limits: a QOS limit replaces the account's (tried on 22.05, 24.11 and 26.05). Borrowing at start
rests on just that: there each flavor has a burst QOS, whose limit on the type takes the place of the accounts'.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tenantry.backends.slurm.lending import borrowing_groups, lent
from tenantry.backends.slurm.names import NAMELESS_TIER
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.tres import limit
from tenantry.model.duration import Duration
from tenantry.resolve.tiers import STEP
from tenantry.resolve.types import ResolvedFlavor, ResolvedTeam, ResolvedTier

MODE: Final = "REQUEUE"
"""How evicted work ends; SUSPEND never frees GPUs (slurm.conf(5), PreemptMode)."""


@dataclass(frozen=True, slots=True)
class Qos:
    """One QOS of a tier."""

    name: str
    priority: int
    max_wall: str
    grace: int
    """Seconds: sacctmgr takes ``00:05:00`` without a word and stores nothing."""
    preempts: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    """Of a QOS that preempts none: those it may have preempted under an earlier document."""
    group_tres: str = ""
    """``GrpTRES``; of a QOS by which work borrows when it starts alone. Needs the TRES that slurmctld registers."""


def base_tiers(scope: Scope) -> tuple[ResolvedTier, ...]:
    """The tiers that a team on Slurm may use, highest first."""
    used = {tier for team in scope.teams.values() for tier in team.tiers}
    return tuple(tier for tier in tiers(scope) if tier.name in used or not scope.resolved.tiers)


def burst_tiers(scope: Scope) -> tuple[ResolvedTier, ...]:
    """The tiers in which a team on Slurm borrows, highest first."""
    used = {tier for team in scope.borrowers.values() for tier in team.borrowing_tiers}
    return tuple(tier for tier in tiers(scope) if tier.name in used or (scope.borrowers and not scope.resolved.tiers))


def tiers(scope: Scope) -> tuple[ResolvedTier, ...]:
    """All tiers, highest first; a document without any has one that borrows."""
    return tuple(scope.resolved.tiers.values()) or (
        ResolvedTier(NAMELESS_TIER, 0, STEP, None, None, False, (), False, True, None),
    )


def tier_qos(scope: Scope) -> tuple[Qos, ...]:
    """The QOS of the tiers: guaranteed work first, highest first, then borrowing work."""
    evicted = tuple(side.name for side in burst_sides(scope))
    used = {tier.name: scope.names.qos(tier.name) for tier in base_tiers(scope)}
    base = []
    for tier in base_tiers(scope):
        preempts = (*(used[other] for other in tier.preempts if other in used), *evicted)
        spares = () if preempts else tuple(name for other, name in used.items() if other != tier.name)
        base.append(_qos(tier, used[tier.name], tier.priority, preempts, spares))
    return (*base, *(_burst(scope, side) for side in burst_sides(scope)))


@dataclass(frozen=True, slots=True)
class BurstSide:
    """One QOS of borrowed work."""

    name: str
    tier: ResolvedTier
    flavor: ResolvedFlavor | None = None
    """The one flavor that it is for, where work borrows when it starts."""


def burst_sides(scope: Scope) -> tuple[BurstSide, ...]:
    """The QOS of borrowed work, highest tier first."""
    if not scope.at_start:
        return tuple(BurstSide(scope.names.burst_qos(tier.name), tier) for tier in burst_tiers(scope))
    held = [scope.entitlements[team] for team in scope.borrowers]
    flavors = [it for it in scope.gpu_flavors if any(it.name in of and of[it.name].borrow != 0 for of in held)]
    return tuple(
        BurstSide(scope.names.start_qos(tier.name, flavor.name), tier, flavor)
        for tier in burst_tiers(scope)
        for flavor in flavors
    )


def burst_priority(scope: Scope, tier: ResolvedTier) -> int:
    """Priority of borrowing work: below every base tier, the tiers' order kept and evenly spaced."""
    count = len(tiers(scope))
    return STEP * (count - tier.rank) // (count + 1)


def team_qos(scope: Scope, team: ResolvedTeam) -> tuple[str, ...]:
    """The QOS that a team's account may use, highest first."""
    return tuple(map(scope.names.qos, team.tiers or (NAMELESS_TIER,)))


def team_burst_qos(scope: Scope, team: ResolvedTeam) -> tuple[str, ...]:
    """The QOS that a team's burst account may use, highest first."""
    return tuple(map(scope.names.burst_qos, team.borrowing_tiers or (NAMELESS_TIER,)))


def team_start_qos(scope: Scope, team: ResolvedTeam, flavor: str) -> tuple[str, ...]:
    """The QOS in which a team's jobs on a flavor borrow when they start."""
    if scope.entitlements[team.name][flavor].borrow == 0:
        return ()
    tiers = team.borrowing_tiers or (NAMELESS_TIER,)
    sides = burst_sides(scope)
    return tuple(it.name for it in sides if it.tier.name in tiers and it.flavor and it.flavor.name == flavor)


def partition_qos(scope: Scope) -> tuple[tuple[str, str], ...]:
    """QOS name and ``MinTRESPerJob`` of each GPU partition.

    It refuses at submit what names no GPU type, which no typed limit would bind, and on nodes of shards a whole GPU.
    Its TRES can only be set once slurmctld has registered the type; the QOS itself has to be there before slurmctld
    26.05 starts.
    """
    return tuple((scope.names.partition_qos(f.name), f"{f.tres}=1") for f in scope.gpu_flavors)


def max_wall(longest: Duration | None) -> str:
    """``MaxWall``; ``-1`` is none."""
    return "-1" if longest is None else longest.slurm()


def _burst(scope: Scope, side: BurstSide) -> Qos:
    made = _qos(side.tier, side.name, burst_priority(scope, side.tier))
    if side.flavor is None:
        return made
    most = lent(scope, borrowing_groups(scope))[side.flavor.name]
    return replace(made, group_tres=f"{side.flavor.tres}={limit(most)}")


def _qos(
    tier: ResolvedTier, name: str, priority: int, preempts: tuple[str, ...] = (), spares: tuple[str, ...] = ()
) -> Qos:
    return Qos(name, priority, max_wall(tier.max_time), tier.grace.seconds if tier.grace else 0, preempts, spares)
