"""Objects of Kubernetes' own that are right but for one place, which holds something of another kind."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tenantry.backends.kueue.files import judge_texts
from tenantry.backends.kueue.stage import SlurmHost
from tenantry.finding import Location

MANIFESTS = """\
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: f}
spec: {nodeLabels: {gpu: h100}, topologyName: t}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: Topology
metadata: {name: t}
spec: {levels: [{nodeLabel: example.com/rack}]}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: q}
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [cpu]
    flavors: [{name: f, resources: [{name: cpu, nominalQuota: 4}]}]
"""
NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n1", "labels": {"gpu": "h100"}, "annotations": {"example.com/a": "b"}},
    "spec": {"taints": [{"key": "a", "value": "b", "effect": "NoSchedule"}], "unschedulable": True},
    "status": {"allocatable": {"cpu": "4"}, "conditions": [{"type": "Ready", "status": "True"}]},
}
NAMESPACE = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a", "labels": {"x": "y"}}}
LIMIT_RANGE = {
    "apiVersion": "v1",
    "kind": "LimitRange",
    "metadata": {"name": "a", "namespace": "b"},
    "spec": {"limits": [{"type": "Container", "default": {"cpu": "1"}, "defaultRequest": {"cpu": "1"}}]},
}
CONFIGURATION = {
    "apiVersion": "config.kueue.x-k8s.io/v1beta2",
    "kind": "Configuration",
    "fairSharing": {"preemptionStrategies": ["LessThanInitialShare"]},
    "resources": {"excludeResourcePrefixes": ["a"], "transformations": [{"input": "a", "strategy": "Replace"}]},
    "admissionFairSharing": {"usageHalfLifeTime": "5m"},
    "featureGates": {"TopologyAwareScheduling": True},
}
ODD = [None, True, 5, 5.5, "x", [], {}, [None], [5], ["x"], [[]], {"a": None}, {"a": [1]}, "9" * 50]
HOSTS = (SlurmHost("n1", idle=False, at=Location("slurm.conf", 1, 1)),)


def _spoilt(value: Any) -> Iterator[Any]:
    """The same with every odd value in every place in turn."""
    yield from ODD
    for at, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        for odd in _spoilt(inner):
            made = copy.copy(value)
            made[at] = odd
            yield made


@pytest.mark.parametrize("right", [NODE, NAMESPACE, LIMIT_RANGE, CONFIGURATION], ids=lambda it: it["kind"])
def test_one_place_that_is_spoilt_ends_in_no_exception(right: dict[str, Any]) -> None:
    told = {it.code for it in judge_texts({"a.yaml": MANIFESTS}, {"n.yaml": json.dumps(NODE)}, slurm=HOSTS)}
    assert {"KUF504", "KUF603"} <= told, "the node is selected"
    for it in _spoilt(right):
        text = json.dumps(it)
        held = json.dumps({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "k"}, "data": {"c": text}})
        judge_texts({"a.yaml": f"{MANIFESTS}---\n{text}", "b.yaml": held}, {"n.yaml": text}, slurm=HOSTS)
