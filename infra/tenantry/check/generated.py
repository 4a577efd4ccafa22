"""The names of everything a document makes, for the rules about names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tenantry.finding import Path
from tenantry.model.scheduler import Owner, Scheduler
from tenantry.resolve.names import Names
from tenantry.resolve.types import Resolved, ResolvedTeam


@dataclass(frozen=True, slots=True)
class Generated:
    """One object that is written; objects of one kind and scope need different names."""

    kind: str
    name: str
    what: str
    """What of the document it is for: ``team 'vision'``."""
    path: Path
    pattern: str
    """Field of ``naming`` that decides the name; empty where none does."""
    scope: str = ""
    """A namespace; empty for what belongs to a cluster."""


def generated(resolved: Resolved) -> list[Generated]:
    """Every named object, first those that a document names itself."""
    found: list[Generated] = []
    if Scheduler.KUEUE in resolved.schedulers:
        found += [*_kueue_shared(resolved), *_kueue_teams(resolved)]
    if Scheduler.SLURM in resolved.schedulers:
        found += [*_slurm_shared(resolved), *_slurm_accounts(resolved)]
    return found


def _on(resolved: Resolved, scheduler: Scheduler) -> list[ResolvedTeam]:
    return [team for team in resolved.teams.values() if team.on(scheduler)]


def _flavors(resolved: Resolved, scheduler: Scheduler) -> list[str]:
    used = {flavor for team in resolved.teams.values() for flavor in team.on(scheduler)}
    owner = Owner(scheduler.value)
    used |= {pool.flavor for pool in resolved.pools.values() if pool.owner is owner}
    return [flavor for flavor in resolved.flavors if flavor in used]


def _tiers(resolved: Resolved, scheduler: Scheduler) -> list[str]:
    used = {tier for team in _on(resolved, scheduler) for tier in team.tiers}
    return [tier for tier in resolved.tiers if tier in used]


def _kueue_shared(resolved: Resolved) -> Iterator[Generated]:
    names, flavors = Names(resolved.tenancy), _flavors(resolved, Scheduler.KUEUE)
    for flavor in flavors:
        path: Path = ("flavors", flavor)
        yield Generated("ResourceFlavor", names.resource_flavor(flavor), f"flavor '{flavor}'", path, "resourceFlavor")
    for topology in sorted({str(resolved.flavors[flavor].topology) for flavor in flavors} - {"None"}):
        path = ("topologies", topology)
        yield Generated("Topology", names.topology(topology), f"topology '{topology}'", path, "topology")
    for tier in _tiers(resolved, Scheduler.KUEUE):
        name = names.priority_class(tier)
        yield Generated("WorkloadPriorityClass", name, f"tier '{tier}'", ("tiers", tier), "priorityClass")
    yield from _cohorts(resolved, names)


def _cohorts(resolved: Resolved, names: Names) -> Iterator[Generated]:
    sharing = [team for team in _on(resolved, Scheduler.KUEUE) if team.fair and team.group]
    if sharing and any(resolved.unallocated.get((flavor, Scheduler.KUEUE)) for flavor in resolved.flavors):
        yield Generated("Cohort", names.root_cohort(), "the fleet", ("fleet",), "rootCohort")
    for group in sorted({str(team.group) for team in sharing}):
        yield Generated("Cohort", names.cohort(group), f"group '{group}'", ("groups", group), "cohort")
    for group, department in sorted({(str(team.group), team.department) for team in sharing if team.department}):
        what = f"department '{department}' in group '{group}'"
        name = names.department_cohort(group, department)
        yield Generated("Cohort", name, what, ("departments", department), "departmentCohort")


def _kueue_teams(resolved: Resolved) -> Iterator[Generated]:
    names = Names(resolved.tenancy)
    for team in _on(resolved, Scheduler.KUEUE):
        path: Path = ("teams", team.name)
        for cpu in sorted({not resolved.flavors[flavor].is_gpu for flavor in team.on(Scheduler.KUEUE)}):
            what = f"team '{team.name}'{' (its CPU flavors)' if cpu else ''}"
            yield Generated("ClusterQueue", names.cluster_queue(team.name, cpu=cpu), what, path, "clusterQueue")
            for namespace in team.namespaces:
                name = names.local_queue(team.name, cpu=cpu)
                yield Generated("LocalQueue", name, what, path, "localQueue", namespace)


def _slurm_shared(resolved: Resolved) -> Iterator[Generated]:
    names = Names(resolved.tenancy)
    for flavor in _flavors(resolved, Scheduler.SLURM):
        path: Path = ("flavors", flavor)
        yield Generated("partition", names.partition(flavor), f"flavor '{flavor}'", path, "partition")
        yield Generated("QOS", names.partition_qos(flavor), f"partition of flavor '{flavor}'", path, "partition")
    for tier in _tiers(resolved, Scheduler.SLURM):
        path = ("tiers", tier)
        yield Generated("QOS", names.qos(tier), f"tier '{tier}'", path, "qos")
        if resolved.tiers[tier].may_borrow:
            yield Generated("QOS", names.burst_qos(tier), f"borrowed work in tier '{tier}'", path, "qos")


def _slurm_accounts(resolved: Resolved) -> Iterator[Generated]:
    names, teams = Names(resolved.tenancy), _on(resolved, Scheduler.SLURM)
    borrowers = [team for team in teams if any(held.borrow for held in team.on(Scheduler.SLURM).values())]
    for department in sorted({team.department for team in teams if team.department}):
        path: Path = ("departments", department)
        yield Generated("account", names.department_account(department), f"department '{department}'", path, "")
    for team in teams:
        yield Generated("account", names.account(team.name), f"team '{team.name}'", ("teams", team.name), "account")
    several = sum(group.fair for group in resolved.groups.values()) > 1
    for group in sorted({team.group for team in borrowers if team.group and several}):
        what = f"what group '{group}' borrows"
        yield Generated("account", names.group_burst_account(group), what, ("groups", group), "")
    for group, department in sorted({(str(team.group), team.department) for team in borrowers if team.department}):
        what, path = f"what department '{department}' borrows in group '{group}'", ("departments", department)
        yield Generated("account", names.department_burst_account(group, department), what, path, "")
    for team in borrowers:
        what = f"what team '{team.name}' borrows"
        yield Generated("account", names.burst_account(team.name), what, ("teams", team.name), "account")
