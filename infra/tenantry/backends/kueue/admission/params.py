"""What the policies need to know of one team: a ConfigMap where the teams cannot reach it.

One policy for all teams with a small ConfigMap each, and not a policy a team: a policy is compiled once, however many
teams there are, and a change to a team touches that team's files alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.view import KUEUE, KueueView
from tenantry.model.limit import UNLIMITED
from tenantry.resolve.types import ResolvedTeam

QUEUES, TIERS, LOWEST = "queues", "tiers", "lowest"
MAX, GRACE, DEFAULT, OTHERS, PER_JOB = "max.", "grace.", "default.", "others.", "perJob."
"""Beginnings of keys; a priority class, a namespace or a resource follows."""


@dataclass(frozen=True, slots=True)
class HeldTeam:
    """A team with a queue in at least one namespace."""

    team: ResolvedTeam
    queues: tuple[str, ...]
    """Its LocalQueues."""
    others: Mapping[str, tuple[str, ...]]
    """Namespace to the LocalQueues of the other teams that share it."""


def held_teams(view: KueueView) -> list[HeldTeam]:
    """Every team whose work the policies hold, in document order."""
    teams: dict[str, ResolvedTeam] = {}
    queues: dict[str, list[str]] = {}
    for queue in view.queues():
        if queue.team.namespaces:
            teams[queue.team.name] = queue.team
            queues.setdefault(queue.team.name, []).append(view.names.local_queue(queue.team.name, cpu=queue.cpu))
    users: dict[str, list[str]] = {}
    for team in teams.values():
        for namespace in team.namespaces:
            users.setdefault(namespace, []).append(team.name)
    found = []
    for name, team in teams.items():
        others = {
            namespace: tuple(queue for other in users[namespace] if other != name for queue in queues[other])
            for namespace in team.namespaces
            if len(users[namespace]) > 1
        }
        found.append(HeldTeam(team, tuple(queues[name]), others))
    return found


def parameters(view: KueueView, held: HeldTeam) -> Object:
    """The team's ConfigMap."""
    metadata = {"name": view.names.admission(held.team.name), "namespace": view.target.namespace}
    return {"apiVersion": "v1", "data": dict(sorted(_data(view, held))), "kind": "ConfigMap", "metadata": metadata}


def per_job_key(resource: str) -> str:
    """Key of the most devices a job; a ConfigMap's key holds no slash, and a resource's domain no underscore."""
    return PER_JOB + resource.replace("/", "_", 1)


def per_job(view: KueueView, team: ResolvedTeam) -> dict[str, int]:
    """Resource to the most devices of it a job.

    A job says which resource it wants, not which flavor: of flavors that count the same resource the largest limit
    holds, and none where one of them has none.
    """
    found: dict[str, list[int | None]] = {}
    for name in team.on(KUEUE):
        flavor = view.resolved.flavors[name]
        limit = team.per_job.get(name, UNLIMITED)
        if flavor.is_gpu:
            found.setdefault(flavor.resource, []).append(None if limit is UNLIMITED else int(limit))
    return {
        resource: max(limit for limit in limits if limit is not None)
        for resource, limits in found.items()
        if None not in limits
    }


def _data(view: KueueView, held: HeldTeam) -> Iterator[tuple[str, str]]:
    yield QUEUES, " ".join(held.queues)
    tiers = [view.names.priority_class(name) for name in held.team.tiers]
    if tiers:
        yield TIERS, " ".join(tiers)
        yield LOWEST, tiers[-1]
    for name in held.team.tiers:
        yield from _tier(view, name)
    for namespace, queues in held.others.items():
        yield OTHERS + namespace, " ".join(queues)
    for resource, limit in per_job(view, held.team).items():
        yield per_job_key(resource), str(limit)


def _tier(view: KueueView, name: str) -> Iterator[tuple[str, str]]:
    tier, called = view.resolved.tiers[name], view.names.priority_class(name)
    checkpoint = view.resolved.tenancy.tiers[name].checkpoint
    if tier.max_time is not None:
        yield MAX + called, str(tier.max_time.seconds)
    if tier.default_time is not None:
        yield DEFAULT + called, str(tier.default_time.seconds)
    if checkpoint is not None:
        yield GRACE + called, str(checkpoint.write.seconds)
