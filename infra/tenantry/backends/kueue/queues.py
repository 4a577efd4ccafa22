"""What is a team's own: ClusterQueues, LocalQueues and, when asked, Namespaces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tenantry.backends.kueue.canonical import canonical
from tenantry.backends.kueue.cohorts import cohort_of
from tenantry.backends.kueue.flavors import Object, thing
from tenantry.backends.kueue.quotas import Amounts, limit_of, resource_group
from tenantry.backends.kueue.view import KueueView, Queue
from tenantry.model.quantity import Quantity
from tenantry.model.team import Stop
from tenantry.resolve.types import Entitlement, ResolvedTeam

NEXT_FLAVOR = "TryNextFlavor"
STOP_POLICIES: Mapping[Stop, str] = MappingProxyType({"hold": "Hold", "drain": "HoldAndDrain"})


def cluster_queue(view: KueueView, queue: Queue) -> Object:
    """A team's ClusterQueue; a team that shares nothing stands in no cohort and carries no limits."""
    team = queue.team
    amounts = {name: _amounts(entry, fair=team.fair) for name, entry in queue.held.items()}
    spec: Object = {}
    if team.fair and team.group is not None:
        spec[view.facts.cohort_field] = cohort_of(view, team.group, team.department)
        if team.share != 1:
            spec["fairSharing"] = {"weight": str(Quantity.from_int(team.share))}
    selector = namespace_selector(team)
    if selector is not None:
        spec["namespaceSelector"] = selector
    spec["preemption"] = {
        "reclaimWithinCohort": "Any" if team.fair else "Never",
        "withinClusterQueue": "LowerPriority" if _preempts_own(view, team) else "Never",
    }
    spec["flavorFungibility"] = flavor_fungibility(view)
    if view.target.admission_fair_sharing:
        spec["admissionScope"] = {"admissionMode": "UsageBasedAdmissionFairSharing"}
    if team.stop is not None:
        spec["stopPolicy"] = STOP_POLICIES[team.stop]
    spec["resourceGroups"] = resource_group(
        view.resolved.flavors, amounts, view.flavor_names, devices_only=view.devices_only
    )
    name = view.names.cluster_queue(team.name, cpu=queue.cpu)
    return canonical(thing(view.facts.queue_version, "ClusterQueue", name) | {"spec": spec}, view.facts)


def flavor_fungibility(view: KueueView) -> Object:
    """Whether a queue borrows and preempts in one flavor before it looks at the next, in the release's own words."""
    wanted = view.target.fungibility
    return {
        "whenCanBorrow": view.facts.borrow_first if wanted.when_can_borrow == "borrow" else NEXT_FLAVOR,
        "whenCanPreempt": view.facts.preempt_first if wanted.when_can_preempt == "preempt" else NEXT_FLAVOR,
    }


def _amounts(entry: Entitlement, *, fair: bool) -> Amounts:
    if not fair:
        return Amounts(entry.nominal)
    # Lending all of it is what no limit means, and what a queue without one shows.
    lend = None if entry.lend == entry.nominal else entry.lend
    return Amounts(entry.nominal, borrow=limit_of(entry.borrow), lend=lend)


def _preempts_own(view: KueueView, team: ResolvedTeam) -> bool:
    # One setting for the whole queue: only where every tier with a lower one beside it preempts those. The lowest has
    # nobody below it, so what it says decides nothing.
    return all(view.resolved.tiers[name].preempts_own_lower for name in team.tiers[:-1])


def namespace_selector(team: ResolvedTeam) -> Object | None:
    """The document's own labels, else the names of the team's namespaces; None lets no namespace in."""
    if team.namespace_selector is not None:
        return {"matchLabels": dict(team.namespace_selector)}
    if not team.namespaces:
        return None
    names = sorted(team.namespaces)
    return {"matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": "In", "values": names}]}


def local_queues(view: KueueView, queue: Queue) -> list[Object]:
    """One LocalQueue in each of the team's namespaces."""
    team = queue.team
    name, version = view.names.local_queue(team.name, cpu=queue.cpu), view.facts.queue_version
    spec: Object = {"clusterQueue": view.names.cluster_queue(team.name, cpu=queue.cpu)}
    if view.target.admission_fair_sharing:
        spec["fairSharing"] = {"weight": "1"}  # a team's namespaces count alike
    return [
        canonical(thing(version, "LocalQueue", name, namespace) | {"spec": spec}, view.facts)
        for namespace in team.namespaces
    ]


def namespaces(view: KueueView) -> list[Object]:
    """Each Namespace of the teams once; empty unless asked for.

    Its labels are those of every team's own selector, so that each of their queues lets it in. None stands in a team's
    folder: kubectl applies files by name, and what is in a namespace would come before it.
    """
    if not view.target.create_namespaces:
        return []
    users: dict[str, list[ResolvedTeam]] = {}
    for team in view.teams:
        for name in team.namespaces:
            users.setdefault(name, []).append(team)
    found: list[Object] = []
    for name, teams in users.items():
        labels = {key: value for team in teams for key, value in team.namespace_selector or ()}
        made: Object = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}
        found.append(canonical(made, view.facts))
    return found
