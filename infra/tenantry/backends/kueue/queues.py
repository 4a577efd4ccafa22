"""What is a team's own: ClusterQueues, LocalQueues and, when asked, Namespaces."""

from __future__ import annotations

from tenantry.backends.kueue.cohorts import cohort_of
from tenantry.backends.kueue.flavors import Object, thing
from tenantry.backends.kueue.quotas import Amounts, limit_of, resource_group
from tenantry.backends.kueue.view import KueueView, Queue
from tenantry.model.quantity import Quantity
from tenantry.resolve.types import Entitlement, ResolvedTeam


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
    spec["resourceGroups"] = resource_group(
        view.resolved.flavors, amounts, view.flavor_names, devices_only=view.devices_only
    )
    name = view.names.cluster_queue(team.name, cpu=queue.cpu)
    return thing(view.facts.queue_version, "ClusterQueue", name) | {"spec": spec}


def _amounts(entry: Entitlement, *, fair: bool) -> Amounts:
    if not fair:
        return Amounts(entry.nominal)
    # Lending all of it is what no limit means, and what a queue without one shows.
    lend = None if entry.lend == entry.nominal else entry.lend
    return Amounts(entry.nominal, borrow=limit_of(entry.borrow), lend=lend)


def _preempts_own(view: KueueView, team: ResolvedTeam) -> bool:
    tiers = [view.resolved.tiers[name] for name in team.tiers]
    # The lowest tier has nobody below it, so what it says about preemption decides nothing.
    return not tiers or len(tiers) == 1 or any(tier.preempts_own_lower for tier in tiers[:-1])


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
    target = view.names.cluster_queue(team.name, cpu=queue.cpu)
    return [
        thing(view.facts.queue_version, "LocalQueue", view.names.local_queue(team.name, cpu=queue.cpu), namespace)
        | {"spec": {"clusterQueue": target}}
        for namespace in team.namespaces
    ]


def namespaces(view: KueueView, team: ResolvedTeam) -> list[Object]:
    """The team's Namespaces, labelled so that the document's own selector finds them; empty unless asked for."""
    if not view.target.create_namespaces:
        return []
    found: list[Object] = []
    for name in team.namespaces:
        metadata: Object = {"name": name}
        if team.namespace_selector:
            metadata["labels"] = dict(team.namespace_selector)
        found.append({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata})
    return found
