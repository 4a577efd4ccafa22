"""Where amounts that no pod can take, and quotas of nothing, begin and end."""

from __future__ import annotations

import pytest

from tenantry.backends.kueue.files import judge_texts

_API = "apiVersion: kueue.x-k8s.io/v1beta2"
LOCAL = f"---\n{_API}\nkind: LocalQueue\nmetadata: {{name: l, namespace: n}}\nspec: {{clusterQueue: q}}\n"


def manifests(resource: str, quota: str, cohort: str = "") -> str:
    """A queue with a quota of one resource."""
    row = f"{{name: f, resources: [{{name: {resource}, {quota}}}]}}"
    groups = f"resourceGroups: [{{coveredResources: [{resource}], flavors: [{row}]}}]"
    spec = f"{{{cohort}namespaceSelector: {{}}, {groups}}}"
    return (
        f"{_API}\nkind: ClusterQueue\nmetadata: {{name: q}}\nspec: {spec}\n"
        f"---\n{_API}\nkind: ResourceFlavor\nmetadata: {{name: f}}\nspec: {{nodeLabels: {{gpu: h100}}}}\n"
    )


def told(code: str, text: str, nodes: str = "") -> list[str]:
    """The messages of one code."""
    found = judge_texts({"a.yaml": text}, {"n.yaml": nodes} if nodes else None, "0.17")
    return [it.message for it in found if it.code == code]


@pytest.mark.parametrize(
    ("resource", "quota", "said"),
    [
        ("memory", "nominalQuota: 0", []),
        ("memory", "nominalQuota: 1Mi", []),
        ("memory", "nominalQuota: 1048575", ["nominalQuota is 1048575 memory"]),
        ("memory", "nominalQuota: 64000m", ["nominalQuota is 64 memory"]),
        ("memory", "nominalQuota: 1.5Gi", []),
        ("hugepages-2Mi", "nominalQuota: 2", ["nominalQuota is 2 hugepages-2Mi"]),
        ("cpu", "nominalQuota: 500m", []),
        ("pods", "nominalQuota: 5", []),
        ("nvidia.com/gpu", "nominalQuota: 1500m", ["nominalQuota is 1500m nvidia.com/gpu"]),
        ("nvidia.com/gpu", "nominalQuota: 2000m", []),
        ("nvidia.com/gpu", "nominalQuota: 2, borrowingLimit: 0.5", ["borrowingLimit is 500m nvidia.com/gpu"]),
    ],
)
def test_parts_of_what_is_counted_in_whole(resource: str, quota: str, said: list[str]) -> None:
    assert told("KUF216", manifests(resource, quota, "cohortName: c, ")) == said


def test_a_queue_with_work_and_without_quota_has_to_borrow() -> None:
    nothing = manifests("cpu", "nominalQuota: 0")
    assert told("KUF217", nothing) == []
    assert told("KUF217", nothing + LOCAL) == ["'q' has no quota but 0, and is in no cohort to borrow from"]
    assert told("KUF217", manifests("cpu", "nominalQuota: 0", "cohortName: c, ") + LOCAL) == []
    assert told("KUF217", manifests("cpu", "nominalQuota: 1m") + LOCAL) == []


@pytest.mark.parametrize(
    ("resource", "label", "allocatable", "more", "count"),
    [
        ("amd.com/gpu", "h100", "cpu: 4", "", 1),
        ("amd.com/gpu", "h100", "cpu: 4, amd.com/gpu: 0", "", 0),
        ("amd.com/gpu", "a100", "cpu: 4", "", 0),
        ("amd.com/gpu", "h100", "", "", 0),
        ("licenses", "h100", "cpu: 4", "", 0),
        ("amd.com/gpu", "h100", "cpu: 4", "fairSharing: {}", 1),
        ("amd.com/gpu", "h100", "cpu: 4", "resources: {deviceClassMappings: [{name: amd.com/gpu}]}", 0),
    ],
)
def test_devices_that_no_node_has(resource: str, label: str, allocatable: str, more: str, count: int) -> None:
    node = f"metadata: {{name: n1, labels: {{gpu: {label}}}}}\nstatus: {{allocatable: {{{allocatable}}}}}\n"
    configuration = f"---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\n{more}\n" if more else ""
    text = manifests(resource, "nominalQuota: 4") + configuration
    assert len(told("KUF218", text, f"apiVersion: v1\nkind: Node\n{node}")) == count
