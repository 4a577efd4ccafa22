"""Where work lands that asks for a level of a topology, among a few hundred nodes, on each release of Kueue."""

from collections.abc import Iterator

import pytest

from tests.live.kube.agreement.driver import Fleet, owner
from tests.live.kube.agreement.jobs import Ask, manifest
from tests.live.kube.agreement.nodes import add_nodes, places
from tests.live.kube.conftest import RELEASES, Planes
from tests.live.kube.work import labels
from tests.support.documents import resolved_text

pytestmark = pytest.mark.kube

BLOCKS, SIZE = 60, 4
"""How many, and nodes of each."""
BLOCK = "topology.example.com/block"
REQUIRED, PREFERRED = (f"kueue.x-k8s.io/podset-{how}-topology" for how in ("required", "preferred"))
HOSTS = {f"b{at:02}": f"n[{SIZE * at:03}-{SIZE * at + SIZE - 1:03}]" for at in range(BLOCKS)}
DOCUMENT = f"""
fleet: blocks
kueue: {{release: "0.17"}}
flavors:
  h100:
    gpu: {{product: NVIDIA-H100-80GB-HBM3, perNode: 8}}
    node: {{cpus: 128, memory: 2Ti}}
    topology: fabric
topologies:
  fabric:
    levels:
      - name: block
        label: {BLOCK}
        members: {{{", ".join(f'{name}: "{hosts}"' for name, hosts in HOSTS.items())}}}
      - {{name: host, label: kubernetes.io/hostname}}
pools:
  all: {{flavor: h100, hosts: "n[000-{SIZE * BLOCKS - 1:03}]", owner: kueue}}
teams: {{a: {{quota: {{h100: {8 * SIZE * BLOCKS}}}, namespaces: [a]}}}}
"""


@pytest.fixture(params=RELEASES)
def fleet(request: pytest.FixtureRequest, scheduled: Planes) -> Iterator[Fleet]:
    with Fleet(scheduled(request.param), resolved_text(DOCUMENT).tenancy) as running:
        yield running


def submit(fleet: Fleet, name: str, pods: int, level: str = REQUIRED) -> None:
    """Work of so many pods, each of a whole node, that asks for a block."""
    work = manifest(Ask("a", "h100", 8, pods=pods), fleet.resolved.flavors["h100"], name, "a", labels("a"))
    work["spec"]["template"]["metadata"] = {"annotations": {level: BLOCK}}
    answer = fleet.plane.client.create(work)
    assert answer.ok, answer.message


def hosts(fleet: Fleet, name: str, pods: int) -> list[str]:
    """The nodes of a job, once the scheduler has found one for each of its pods."""

    def found() -> list[str] | None:
        mine = [it for it in fleet.plane.objects("Pod", "a") if it["metadata"]["labels"]["job-name"] == name]
        nodes = [it["spec"]["nodeName"] for it in mine if "nodeName" in it["spec"]]
        return nodes if len(nodes) == pods else None

    return fleet.plane.wait_for(found, f"{pods} placed pods of {name}", timeout=60)


def blocks(fleet: Fleet, nodes: list[str]) -> set[str]:
    return {places(fleet.resolved, "fabric", node)[BLOCK] for node in nodes}


def refusal(fleet: Fleet, name: str) -> str:
    """Why a job waits."""

    def found() -> str | None:
        mine = [it for it in fleet.plane.objects("Workload", "a") if owner(it) == name]
        told = [
            it for work in mine for it in work.get("status", {}).get("conditions", []) if it["type"] == "QuotaReserved"
        ]
        return next((str(it["message"]) for it in told if it["status"] == "False"), None)

    return fleet.plane.wait_for(found, f"refusal of {name}")


def test_a_required_level_is_hard_and_a_preferred_one_is_not(fleet: Fleet) -> None:
    add_nodes(fleet.plane, fleet.resolved)
    submit(fleet, "part", 2)
    [used] = blocks(fleet, hosts(fleet, "part", 2))
    submit(fleet, "whole", SIZE)
    nodes = hosts(fleet, "whole", SIZE)
    assert len(set(nodes)) == SIZE
    [other] = blocks(fleet, nodes)
    assert other != used

    submit(fleet, "more", SIZE + 1)
    assert f"allows to fit only {SIZE} out of {SIZE + 1} pod(s)" in refusal(fleet, "more")
    submit(fleet, "wish", SIZE + 1, PREFERRED)
    assert len(blocks(fleet, hosts(fleet, "wish", SIZE + 1))) == 2
    assert refusal(fleet, "more")


def test_only_nodes_with_the_label_of_every_level_count(fleet: Fleet) -> None:
    """And of those, only nodes that are ready."""
    flavor = fleet.resolved.flavors["h100"]
    amounts = {"nvidia.com/gpu": "8", "cpu": "128", "memory": "2Ti"}
    marks = dict(flavor.node_labels)
    for host in ("n000", "n001"):
        fleet.plane.nodes([host], resources=amounts, labels={**marks, BLOCK: "b00"})
    fleet.plane.nodes(["n002"], resources=amounts, labels=marks)
    fleet.plane.nodes(["n003"], resources=amounts, labels={**marks, BLOCK: "b00"}, ready=False)
    submit(fleet, "work", 3)
    assert "allows to fit only 2 out of 3 pod(s)" in refusal(fleet, "work")
    fleet.plane.nodes(["late"], resources=amounts, labels={**marks, BLOCK: "b00"})
    assert sorted(hosts(fleet, "work", 3)) == ["late", "n000", "n001"]
