"""Which of the model's concepts a document, or one team, asks of a scheduler."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.base import Concept
from tenantry.finding import Path
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved, ResolvedTeam


def uses(resolved: Resolved, scheduler: Scheduler) -> dict[Concept, Path]:
    """Every concept that some team asks of the scheduler, and the first place that asks for it; in Concept's order."""
    first: dict[Concept, Path] = {}
    for team in resolved.teams.values():
        for concept, path in team_uses(resolved, team, scheduler):
            first.setdefault(concept, path)
    return {concept: first[concept] for concept in Concept if concept in first}


def team_uses(resolved: Resolved, team: ResolvedTeam, scheduler: Scheduler) -> Iterator[tuple[Concept, Path]]:
    """What one team asks of the scheduler; nothing where it holds nothing there."""
    if not team.on(scheduler):
        return
    yield from _quota(resolved, team, scheduler)
    yield from _tiers(resolved, team)
    if "fair_share" in resolved.tenancy.model_fields_set:
        yield Concept.HALF_LIFE, ("fairShare", "halfLife")
    yield from _limits(resolved, team, scheduler)


def _quota(resolved: Resolved, team: ResolvedTeam, scheduler: Scheduler) -> Iterator[tuple[Concept, Path]]:
    for flavor, held in team.on(scheduler).items():
        path: Path = ("teams", team.name, "quota", flavor)
        if held.nominal:
            yield (Concept.NOMINAL if resolved.flavors[flavor].is_gpu else Concept.NOMINAL_CPUS), path
        if held.borrow:
            yield Concept.BORROW, path
            yield Concept.TOTAL, path
        if held.lend:
            yield Concept.LEND, path
            yield Concept.RECLAIM, path
        if resolved.flavors[flavor].topology:
            yield Concept.TOPOLOGY, ("flavors", flavor, "topology")
        gpu = resolved.tenancy.flavors[flavor].gpu
        if gpu and gpu.shards:
            yield Concept.SHARED_GPUS, ("flavors", flavor, "gpu", "shards")
        if gpu and gpu.affinity != "none":
            yield Concept.AFFINITY, ("flavors", flavor, "gpu", "affinity")
    if team.group and not team.fair:
        yield Concept.HARD_GROUP, ("teams", team.name, "group")
    if team.fair or scheduler is not Scheduler.KUEUE:  # who stands in no cohort of Kueue's shares with nobody
        yield from _shares(resolved, team)


def _shares(resolved: Resolved, team: ResolvedTeam) -> Iterator[tuple[Concept, Path]]:
    if "share" in resolved.tenancy.teams[team.name].model_fields_set:
        yield Concept.SHARE, ("teams", team.name, "share")
    if team.department and "share" in resolved.tenancy.departments[team.department].model_fields_set:
        yield Concept.SHARE, ("departments", team.department, "share")


def _tiers(resolved: Resolved, team: ResolvedTeam) -> Iterator[tuple[Concept, Path]]:
    if len(team.tiers) < len(resolved.tiers):
        yield Concept.TIER_ACCESS, ("teams", team.name, "tiers")
    borrows = any(held.borrow for held in team.entitlements.values())
    for at, name in enumerate(team.tiers):
        tier, path = resolved.tiers[name], ("tiers", name)
        if at:
            yield Concept.TIER_ORDER, ("tiers",)
        if tier.preempts_own_lower and at + 1 < len(team.tiers):
            yield Concept.PREEMPTS_OWN, path
        if tier.preempts:
            yield Concept.PREEMPTS_OTHERS, (*path, "preempts")
        if borrows and not tier.may_borrow:
            yield Concept.NO_BORROWING, (*path, "mayBorrow")
        if tier.grace:
            yield Concept.GRACE, (*path, "grace")
        if tier.max_time:
            yield Concept.MAX_TIME, (*path, "maxTime")
            yield Concept.BACKFILL, (*path, "maxTime")
        if tier.default_time:
            yield Concept.DEFAULT_TIME, (*path, "defaultTime")


def _limits(resolved: Resolved, team: ResolvedTeam, scheduler: Scheduler) -> Iterator[tuple[Concept, Path]]:
    path: Path = ("teams", team.name)
    if team.users is not None:
        yield Concept.USERS, (*path, "users")
    if team.per_user:
        yield Concept.PER_USER, (*path, "perUser")
    if team.per_job:
        yield Concept.PER_JOB, (*path, "perJob")
    if team.max_running_jobs is not None:
        yield Concept.JOB_COUNT, (*path, "maxRunningJobs")
    if team.max_submitted_jobs is not None:
        yield Concept.JOB_COUNT, (*path, "maxSubmittedJobs")
    if team.department and any(where is scheduler for _, where in resolved.departments[team.department].cap):
        yield Concept.DEPARTMENT_CAP, ("departments", team.department, "cap")
    if team.stop is not None:
        yield Concept.STOP, (*path, "stop")
