"""Time limits longer than Slurm can plan for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved

MOST_MINUTES: Final = 43_200
"""The largest ``bf_window`` (slurm.conf(5)): 30 days. slurmctld complains of a larger one and looks one day ahead
(tried on 22.05, 24.11 and 26.05)."""


@rule("SLM106", Severity.WARNING, RESOLVED)
def beyond_backfill(resolved: Resolved) -> Iterator[Problem]:
    """A tier's time limit is longer than Slurm's backfill scheduler can look ahead.

    What it does:
        Compares the longest time limit of every tier that a team may use on Slurm with 30 days, the largest
        `bf_window`, which is what is written then.

    Why:
        A job that waits for the end of one that runs longer than the window gets no place in the plan, and later,
        smaller jobs may overtake it for as long as they come.

    Example:
        fleet: demo
        slurm: {release: "24.11", settings: {SlurmctldHost: ctl.example.com}}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {maxTime: 60d}
        teams:
          vision: {quota: {h100: 40}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11", settings: {SlurmctldHost: ctl.example.com}}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {maxTime: 30d}
        teams:
          vision: {quota: {h100: 40}}

    Sources:
        slurm.conf(5), SchedulerParameters, bf_window.
    """
    used = {tier for team in resolved.teams.values() if team.on(Scheduler.SLURM) for tier in team.tiers}
    for name in (name for name in resolved.tiers if name in used):
        longest = resolved.tiers[name].max_time
        if longest is not None and longest.slurm_minutes() > MOST_MINUTES:
            message = f"{longest} is longer than the {MOST_MINUTES // 1440} days that Slurm's backfill looks ahead"
            yield Problem(("tiers", name, "maxTime"), message, "expect long jobs to be overtaken, or shorten it")
