"""Manifests to the normal form. What is of the wrong kind counts as left out here: rules of their own tell it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tenantry.backends.kueue.parse import kinds
from tenantry.backends.kueue.parse.manifest import Manifest
from tenantry.backends.kueue.parse.quantities import amount
from tenantry.backends.kueue.parse.value import Value
from tenantry.model.quantity import Quantity

_ZERO: Final = Quantity.from_int(0)
_RENAMED: Final = {"Borrow": "MayStopSearch", "Preempt": "MayStopSearch"}
"""Words of v1beta1 that v1beta2 has others for."""


def labels(said: Value, *path: str) -> kinds.Labels:
    """A mapping of labels, sorted."""
    return tuple(sorted(said.texts(*path).items()))


def groups(said: Value) -> tuple[kinds.ResourceGroup, ...]:
    """The resource groups of a ClusterQueue or Cohort."""
    return tuple(
        kinds.ResourceGroup(_texts(group, "coveredResources"), tuple(map(_flavor, group.items("flavors"))), group)
        for group in said.items("spec", "resourceGroups")
    )


def _flavor(said: Value) -> kinds.FlavorQuotas:
    return kinds.FlavorQuotas(said.text("name"), tuple(map(_quota, said.items("resources"))), said)


def _quota(said: Value) -> kinds.Quota:
    nominal = amount(said.get("nominalQuota")) or _ZERO
    borrow, lend = amount(said.get("borrowingLimit")), amount(said.get("lendingLimit"))
    return kinds.Quota(said.text("name"), nominal, borrow, lend, said)


def _texts(said: Value, *path: str) -> tuple[str, ...]:
    return tuple(it.value for it in said.items(*path) if isinstance(it.value, str))


def _weight(said: Value) -> Quantity | None:
    return amount(said.get("spec", "fairSharing", "weight"))


def _taints(said: Value, *path: str) -> tuple[kinds.Taint, ...]:
    return tuple(kinds.Taint(it.text("key"), it.text("value"), it.text("effect")) for it in said.items(*path))


def flavor(it: Manifest) -> kinds.ResourceFlavor:
    """A ResourceFlavor."""
    tolerations = tuple(
        kinds.Toleration(one.text("key"), one.text("operator", default="Equal"), one.text("value"), one.text("effect"))
        for one in it.said.items("spec", "tolerations")
    )
    taints = _taints(it.said, "spec", "nodeTaints")
    topology = it.said.text("spec", "topologyName")
    return kinds.ResourceFlavor(it.name, labels(it.said, "spec", "nodeLabels"), taints, tolerations, topology, it)


def topology(it: Manifest) -> kinds.Topology:
    """A Topology."""
    levels = tuple(level.text("nodeLabel") for level in it.said.items("spec", "levels"))
    return kinds.Topology(it.name, levels, it)


def cohort(it: Manifest) -> kinds.Cohort:
    """A Cohort."""
    parent = it.said.text("spec", "parent" if it.version == "v1alpha1" else "parentName")
    return kinds.Cohort(it.name, parent, groups(it.said), _weight(it.said), it)


def selector(said: Value | None) -> kinds.Selector | None:
    """A label selector; None where there is none."""
    if said is None:
        return None
    equal = [kinds.Requirement(key, "In", (value,)) for key, value in said.texts("matchLabels").items()]
    others = [
        kinds.Requirement(one.text("key"), one.text("operator"), tuple(sorted(_texts(one, "values"))))
        for one in said.items("matchExpressions")
    ]
    return kinds.Selector(tuple(sorted([*equal, *others], key=lambda one: (one.key, one.operator, one.values))))


def cluster_queue(it: Manifest) -> kinds.ClusterQueue:
    """A ClusterQueue."""
    spec = it.said.get("spec") or Value({}, it.said.at)
    preemption = kinds.Preemption(
        spec.text("preemption", "withinClusterQueue", default="Never"),
        spec.text("preemption", "reclaimWithinCohort", default="Never"),
        spec.text("preemption", "borrowWithinCohort", "policy", default="Never"),
        spec.number("preemption", "borrowWithinCohort", "maxPriorityThreshold"),
    )
    borrow = spec.text("flavorFungibility", "whenCanBorrow", default="MayStopSearch")
    preempt = spec.text("flavorFungibility", "whenCanPreempt", default="TryNextFlavor")
    strategy = [
        (one.text("name"), tuple(sorted(_texts(one, "onFlavors"))))
        for one in spec.items("admissionChecksStrategy", "admissionChecks")
    ]
    checks = [(name, ()) for name in _texts(spec, "admissionChecks") if it.version == "v1beta1"]
    return kinds.ClusterQueue(
        name=it.name,
        cohort=spec.text("cohort" if it.version == "v1beta1" else "cohortName"),
        groups=groups(it.said),
        selector=selector(spec.get("namespaceSelector")),
        strategy=spec.text("queueingStrategy", default="BestEffortFIFO"),
        preemption=preemption,
        fungibility=(
            _RENAMED.get(borrow, borrow),
            _RENAMED.get(preempt, preempt),
            spec.text("flavorFungibility", "preference"),
        ),
        weight=_weight(it.said),
        checks=tuple(sorted([*strategy, *checks])),
        stop=spec.text("stopPolicy", default="None"),
        admission_mode=spec.text("admissionScope", "admissionMode"),
        manifest=it,
    )


def local_queue(it: Manifest) -> kinds.LocalQueue:
    """A LocalQueue."""
    queue, stop = it.said.text("spec", "clusterQueue"), it.said.text("spec", "stopPolicy", default="None")
    return kinds.LocalQueue(it.namespace, it.name, queue, stop, _weight(it.said), it)


def priority_class(it: Manifest) -> kinds.PriorityClass:
    """A WorkloadPriorityClass."""
    return kinds.PriorityClass(it.name, it.said.number("value") or 0, it.said.text("description"), it)


def check(it: Manifest) -> kinds.AdmissionCheck:
    """An AdmissionCheck."""
    return kinds.AdmissionCheck(it.name, it.said.text("spec", "controllerName"), it)


def node(it: Manifest) -> kinds.Node:
    """A Node."""
    said = it.said.entries("status", "allocatable")
    allocatable = {name: found for name, value in said if (found := amount(value)) is not None}
    unschedulable = (it.said.get("spec", "unschedulable") or it.said).value is True
    taints = _taints(it.said, "spec", "taints")
    return kinds.Node(it.name, it.said.texts("metadata", "labels"), taints, allocatable, unschedulable, it)


def limit_range(it: Manifest) -> kinds.LimitRange:
    """A LimitRange: what it adds to a container's requests.

    The API server makes requests of ``defaultRequest`` or else ``default``, ``max`` or ``min``: it fills each in from
    the next (k8s.io/kubernetes pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem; tried on Kubernetes 1.35).
    """
    found = {
        name
        for limit in it.said.items("spec", "limits")
        if limit.text("type") == "Container"
        for part in ("defaultRequest", "default", "max", "min")
        for name, _ in limit.entries(part)
    }
    return kinds.LimitRange(it.namespace, it.name, tuple(sorted(found)), it)


def namespace(it: Manifest) -> kinds.Namespace:
    """A Namespace, with the label that Kubernetes gives each."""
    return kinds.Namespace(it.name, {**it.said.texts("metadata", "labels"), "kubernetes.io/metadata.name": it.name}, it)


def configuration(it: Manifest) -> kinds.Configuration:
    """Kueue's configuration. Fair sharing is on where the section stands, unless a release's ``enable`` says no."""
    fair = it.said.get("fairSharing")
    enabled = fair is not None and (fair.get("enable") or Value(True, fair.at)).value is True
    prefixes = _texts(it.said, "resources", "excludeResourcePrefixes")
    return kinds.Configuration(enabled, it.said.get("admissionFairSharing") is not None, prefixes, it)


READERS: Final[dict[str, Callable[[Manifest], Any]]] = {
    "ResourceFlavor": flavor,
    "Topology": topology,
    "Cohort": cohort,
    "ClusterQueue": cluster_queue,
    "LocalQueue": local_queue,
    "WorkloadPriorityClass": priority_class,
    "AdmissionCheck": check,
    "Node": node,
    "LimitRange": limit_range,
    "Namespace": namespace,
    "Configuration": configuration,
}
