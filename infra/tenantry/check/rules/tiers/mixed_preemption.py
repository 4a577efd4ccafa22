"""Tiers of one queue that differ in whom they preempt."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@rule("TIM107", Severity.WARNING, RESOLVED)
def mixed_preemption(resolved: Resolved) -> Iterator[Problem]:
    """Some tiers of a team preempt its lower tiers on Kueue and others do not.

    What it does:
        Looks at the tiers of each team with a quota on Kueue, but for its lowest. A tier preempts lower ones when
        `preempts` is left out or names all of them.

    Why:
        A ClusterQueue has one setting for all of its work. Where the tiers differ, nothing is preempted inside the
        queue: work that must not evict would otherwise do so.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {maxTime: 7d, preempts: []}
          research: {maxTime: 2d}
          scavenger: {maxTime: 12h}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {maxTime: 7d}
          research: {maxTime: 2d}
          scavenger: {maxTime: 12h}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        ClusterQueue, spec.preemption.withinClusterQueue.
    """
    for team in resolved.teams.values():
        above = [resolved.tiers[name] for name in team.tiers[:-1]]
        active = [tier.name for tier in above if tier.preempts_own_lower]
        if team.on(Scheduler.KUEUE) and active and len(active) < len(above):
            passive = [tier.name for tier in above if not tier.preempts_own_lower]
            message = (
                f"of the tiers of team '{team.name}', {listed(active)} preempt lower ones and {listed(passive)} do not"
            )
            message += "; on Kueue none does"
            yield Problem(
                ("teams", team.name), message, "let all of them preempt, or none, or give the team fewer tiers"
            )
