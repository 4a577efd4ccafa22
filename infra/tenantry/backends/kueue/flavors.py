"""ResourceFlavors, Topologies and priority classes: what the queues refer to."""

from __future__ import annotations

from typing import Any

from tenantry.backends.kueue.facts import GROUP
from tenantry.backends.kueue.view import KueueView
from tenantry.model.fleet import Ownership, Topology
from tenantry.model.scheduler import Owner
from tenantry.resolve.types import ResolvedFlavor

Object = dict[str, Any]


def thing(version: str, kind: str, name: str, namespace: str | None = None) -> Object:
    """The beginning of one of Kueue's objects."""
    metadata = {"name": name} if namespace is None else {"name": name, "namespace": namespace}
    return {"apiVersion": f"{GROUP}/{version}", "kind": kind, "metadata": metadata}


def resource_flavors(view: KueueView) -> list[Object]:
    """One ResourceFlavor a flavor, with the labels of its nodes, the toleration of their taint and its topology."""
    ownership = view.resolved.tenancy.ownership or Ownership()
    return [_resource_flavor(view, flavor, ownership) for flavor in view.flavors.values()]


def _resource_flavor(view: KueueView, flavor: ResolvedFlavor, ownership: Ownership) -> Object:
    labels = dict(flavor.node_labels) | ownership.existing
    if ownership.label is not None:
        labels[ownership.label] = Owner.KUEUE.value
    spec: Object = {}
    if labels:
        spec["nodeLabels"] = dict(sorted(labels.items()))
    if ownership.taint is not None:
        spec["tolerations"] = [
            {"key": ownership.taint, "operator": "Equal", "value": Owner.KUEUE.value, "effect": "NoSchedule"}
        ]
    if flavor.topology is not None:
        spec["topologyName"] = view.names.topology(flavor.topology)
    return thing(view.facts.queue_version, "ResourceFlavor", view.names.resource_flavor(flavor.name)) | {"spec": spec}


def topologies_used(view: KueueView) -> dict[str, Topology]:
    """The document's topologies that a flavor of Kueue's refers to, by name."""
    used = {flavor.topology for flavor in view.flavors.values()}
    return {name: topology for name, topology in view.resolved.tenancy.topologies.items() if name in used}


def topologies(view: KueueView) -> list[Object]:
    """One Topology for each that a flavor of Kueue's refers to."""
    return [
        thing(view.facts.topology_version, "Topology", view.names.topology(name))
        | {"spec": {"levels": [{"nodeLabel": level.label} for level in topology.levels]}}
        for name, topology in topologies_used(view).items()
    ]


def priority_classes(view: KueueView) -> list[Object]:
    """One WorkloadPriorityClass a tier; its value orders the workloads of one queue."""
    return [
        thing(view.facts.queue_version, "WorkloadPriorityClass", view.names.priority_class(tier.name))
        | {"value": tier.priority, "description": f"Tier {tier.name} of {view.resolved.tenancy.fleet}."}
        for tier in view.tiers
    ]
