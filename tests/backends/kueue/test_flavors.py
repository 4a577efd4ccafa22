"""ResourceFlavors, their marks of ownership and their topology."""

from typing import Any

import pytest

from tests.backends.kueue.documents import FLEET, made

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
