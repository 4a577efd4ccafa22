"""Which of Kueue's objects one object refers to, so that whoever applies them can order creation and deletion.

Source: Kueue's CRDs. Deleting a flavor waits for the queues that use it, so the order matters in both directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tenantry.backends.kueue.flavors import Object

Reference = tuple[str, str, str]
"""Kind, namespace (empty for cluster-wide kinds) and name."""


def identity(thing: Object) -> Reference:
    """What others refer to an object by."""
    metadata = thing["metadata"]
    return thing["kind"], metadata.get("namespace", ""), metadata["name"]


def references(thing: Object) -> list[Reference]:
    """The objects that must stand before this one does; some of them may not be ours."""
    return sorted(set(_references(thing)))


def _references(thing: Object) -> Iterator[Reference]:
    spec: dict[str, Any] = thing.get("spec", {})
    namespace = thing["metadata"].get("namespace")
    if namespace is not None:
        yield "Namespace", "", namespace
    if "topologyName" in spec:
        yield "Topology", "", spec["topologyName"]
    for parent in ("cohortName", "cohort", "parentName", "parent"):
        if parent in spec:
            yield "Cohort", "", spec[parent]
    for group in spec.get("resourceGroups", []):
        for flavor in group["flavors"]:
            yield "ResourceFlavor", "", flavor["name"]
    if "policyName" in spec:
        yield thing["kind"].removesuffix("Binding"), "", spec["policyName"]
        yield "ConfigMap", spec["paramRef"]["namespace"], spec["paramRef"]["name"]
    if "roleRef" in thing:
        yield thing["roleRef"]["kind"], "", thing["roleRef"]["name"]
    if "clusterQueue" in spec:
        yield "ClusterQueue", "", spec["clusterQueue"]
