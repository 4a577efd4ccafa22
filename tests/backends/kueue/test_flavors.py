"""ResourceFlavors, their marks of ownership and their topology."""

from typing import Any

import pytest

from tests.backends.kueue.documents import FLEET, made, quota

TEAM = "  a: {quota: {h100: 8}}"


def flavor(ownership: str) -> dict[str, Any]:
    spec: dict[str, Any] = made(TEAM, f"{FLEET}\n{ownership}")["ResourceFlavor", "", "h100"]["spec"]
    return spec


@pytest.mark.parametrize(
    ("ownership", "labels"),
    [
        ("ownership: single", {}),
        ("ownership: {label: example.com/owner}", {"example.com/owner": "kueue"}),
        ("ownership: {existing: {pool: batch}}", {"pool": "batch"}),
    ],
)
def test_ownership_adds_its_label_to_the_flavors_own(ownership: str, labels: dict[str, str]) -> None:
    assert flavor(ownership)["nodeLabels"] == {"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3", **labels}


def test_the_flavor_tolerates_its_own_taint() -> None:
    assert flavor("ownership: {label: example.com/owner, taint: example.com/owner}")["tolerations"] == [
        {"key": "example.com/owner", "operator": "Equal", "value": "kueue", "effect": "NoSchedule"}
    ]
    assert "tolerations" not in flavor("ownership: single")


def test_a_topology_stands_on_the_flavor_and_as_an_object_of_its_own() -> None:
    fleet = FLEET.replace("  h100:\n", "  h100:\n    topology: fabric\n")
    fleet += """
topologies:
  fabric:
    levels:
      - {name: rack, label: example.com/rack, members: {r1: "g[01-10]"}}
      - {name: host, label: kubernetes.io/hostname}
"""
    things = made(TEAM, fleet)
    assert things["ResourceFlavor", "", "h100"]["spec"]["topologyName"] == "fabric"
    assert things["Topology", "", "fabric"]["spec"] == {
        "levels": [{"nodeLabel": "example.com/rack"}, {"nodeLabel": "kubernetes.io/hostname"}]
    }


def test_instances_and_shared_gpus_are_resources_of_their_own() -> None:
    fleet = FLEET.replace(
        "flavors:\n",
        """flavors:
  mig:
    gpu: {product: NVIDIA-A100-SXM4-80GB, perNode: 8, mig: {profile: 1g.10gb, perGpu: 7}}
    node: {cpus: 112, memory: 1Ti}
""",
    )
    queue = made("  a: {quota: {mig: 14, h100: 8}}", fleet)["ClusterQueue", "", "a"]
    [group] = queue["spec"]["resourceGroups"]
    assert group["coveredResources"] == ["cpu", "memory", "nvidia.com/gpu", "nvidia.com/mig-1g.10gb"]
    # 56 instances a node of 112 CPUs: two each. A flavor has nothing of the other's resource.
    assert quota(queue, "mig") == {
        "cpu": {"nominalQuota": "28"},
        "memory": {"nominalQuota": "256Gi"},
        "nvidia.com/gpu": {"nominalQuota": "0"},
        "nvidia.com/mig-1g.10gb": {"nominalQuota": "14"},
    }
    assert quota(queue, "h100")["nvidia.com/mig-1g.10gb"] == {"nominalQuota": "0"}
