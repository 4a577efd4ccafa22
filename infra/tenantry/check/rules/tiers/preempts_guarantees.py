"""Preemption that voids other teams' guarantees."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@rule("TIM105", Severity.ERROR, RESOLVED)
def preempts_guarantees(resolved: Resolved) -> Iterator[Problem]:
    """A tier preempts work that other teams run on their guaranteed devices.

    What it does:
        For every tier with a stated `preempts` on Slurm, looks for teams that run the preempted tier on nominal
        quota while another team runs the preempting one.

    Why:
        Slurm's QOS preemption knows no teams: a job of one team evicts another team's job although that team is
        within its nominal quota. What is guaranteed is then not guaranteed. Work on borrowed devices is evicted
        without this, and lower tiers of the same team need no `preempts` either.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {maxTime: 7d, preempts: [research]}
          research: {maxTime: 2d}
        teams:
          chat: {tiers: [production], quota: {h100: 40}}
          vision: {tiers: [research], quota: {h100: 24}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {maxTime: 7d}
          research: {maxTime: 2d}
        teams:
          chat: {tiers: [production], quota: {h100: 40}}
          vision: {tiers: [research], quota: {h100: 24}}

    Sources:
        slurm.conf(5), PreemptType=preempt/qos; docs/design.md, "What each side can say".
    """
    if Scheduler.SLURM not in resolved.schedulers:
        return
    for tier in resolved.tiers.values():
        winners = {
            team.name for team in resolved.teams.values() if tier.name in team.tiers and team.on(Scheduler.SLURM)
        }
        for victim in tier.preempts:
            losers = [
                team.name
                for team in resolved.teams.values()
                if victim in team.tiers
                and winners - {team.name}
                and any(held.nominal for held in team.on(Scheduler.SLURM).values())
            ]
            if losers:
                message = f"tier '{tier.name}' evicts '{victim}' work of {listed(losers)} from guaranteed devices"
                related = tuple(
                    Related(f"'{name}' is guaranteed quota here", ("teams", name, "quota")) for name in losers[:3]
                )
                help_text = f"remove '{victim}' from preempts, or give these teams no guarantee for it"
                yield Problem(("tiers", tier.name, "preempts"), message, help_text, related)
