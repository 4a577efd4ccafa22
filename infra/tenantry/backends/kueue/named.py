"""The names of Kueue's objects with what of the document each is for, so that the rules can compare them.

What the renderers write is what stands here, and the cohorts that queues name without an object.
"""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.admission.render import admission
from tenantry.backends.kueue.cohorts import departments
from tenantry.backends.kueue.flavors import topologies_used
from tenantry.backends.kueue.queues import local_queues, namespaces
from tenantry.backends.kueue.rbac import access
from tenantry.backends.kueue.references import identity
from tenantry.backends.kueue.view import KueueView
from tenantry.check.target import Named
from tenantry.finding import Path
from tenantry.resolve.types import Resolved


def named(resolved: Resolved) -> Iterator[Named]:
    """See :meth:`tenantry.backends.base.Backend.named`."""
    view = KueueView.of(resolved)
    if view is not None:
        yield from _shared(view)
        yield from _cohorts(view)
        yield from _namespaces(view)
        yield from _teams(view)
        yield from _guards(view)


def _shared(view: KueueView) -> Iterator[Named]:
    for topology in topologies_used(view):
        name = view.names.topology(topology)
        yield Named("Topology", name, f"topology '{topology}'", ("topologies", topology), "topology")
    for flavor, name in view.flavor_names.items():
        yield Named("ResourceFlavor", name, f"flavor '{flavor}'", ("flavors", flavor), "resourceFlavor")
    for tier in view.tiers:
        name = view.names.priority_class(tier.name)
        yield Named("WorkloadPriorityClass", name, f"tier '{tier.name}'", ("tiers", tier.name), "priorityClass")


def _cohorts(view: KueueView) -> Iterator[Named]:
    if view.pool:
        yield Named("Cohort", view.names.root_cohort(), "the fleet", ("fleet",), "rootCohort")
    for group in view.fair_groups:
        yield Named("Cohort", view.names.cohort(group.name), f"group '{group.name}'", ("groups", group.name), "cohort")
    for group in view.fair_groups:
        for department in departments(view, group):
            name = view.names.department_cohort(group.name, department.name)
            what = f"department '{department.name}' in group '{group.name}'"
            yield Named("Cohort", name, what, ("departments", department.name), "departmentCohort")


def _namespaces(view: KueueView) -> Iterator[Named]:
    # Each is written once, whichever teams share it: a name given twice is no clash.
    for kind, _, name in map(identity, namespaces(view)):
        team = next(team for team in view.teams if name in team.namespaces)
        path = ("teams", team.name, "namespaces", team.namespaces.index(name))
        yield Named(kind, name, f"a namespace of team '{team.name}'", path)


def _teams(view: KueueView) -> Iterator[Named]:
    for queue in view.queues():
        team = queue.team
        path, what = ("teams", team.name), f"team '{team.name}'{' (its CPU flavors)' if queue.cpu else ''}"
        name = view.names.cluster_queue(team.name, cpu=queue.cpu)
        yield Named("ClusterQueue", name, what, path, "clusterQueue")
        for kind, namespace, name in map(identity, local_queues(view, queue)):
            yield Named(kind, name, what, path, "localQueue", namespace)


def _guards(view: KueueView) -> Iterator[Named]:
    """What holds and admits work. No name of a document has the dots in theirs, so none can clash with another."""
    for owned in (access, admission):
        for thing, team in owned(view):
            kind, namespace, name = identity(thing)
            path: Path = ("fleet",) if team is None else ("teams", team)
            yield Named(kind, name, "the fleet" if team is None else f"team '{team}'", path, namespace=namespace)
