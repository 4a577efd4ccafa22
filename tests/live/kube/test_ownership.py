"""Where the real scheduler puts work once nodes are marked: on the nodes of its owner, and nobody else's work there."""

from collections.abc import Iterator
from typing import Any

import pytest
from lightkube.config.kubeconfig import KubeConfig
from lightkube.core.client import Client

from tenantry.backends.kueue.marking import mark
from tenantry.backends.kueue.nodes import node_marks
from tenantry.backends.kueue.render import objects
from tests.live.kube.conftest import DEFAULT, Planes
from tests.live.kube.control_plane import ControlPlane
from tests.live.kube.test_harness import job, namespace
from tests.support.documents import resolved_text

pytestmark = pytest.mark.kube

GPU = "nvidia.com/gpu"
PRODUCT = {"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"}
MARK = "tenancy.example.com/owner"
DOCUMENT = """
fleet: demo
slurm: {release: "24.11"}
kueue: {release: "0.17"}
defaults: {on: kueue}
ownership: OWNERSHIP
flavors:
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
    node: {cpus: 128, memory: 2Ti}
pools:
  serving: {flavor: h100, hosts: "g[1-2]", owner: kueue}
  training: {flavor: h100, hosts: "s[1-2]", owner: slurm}
teams: {a: {quota: {h100: 16}, namespaces: [a]}}
"""


@pytest.fixture
def cluster(scheduled: Planes) -> Iterator[ControlPlane]:
    running = scheduled(DEFAULT)
    yield running
    running.clean()


def pod(name: str) -> dict[str, Any]:
    container = {"name": "main", "image": "none", "resources": {"limits": {GPU: "8"}}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "a"},
        "spec": {"containers": [container], "tolerations": [{"key": GPU, "operator": "Exists"}]},
    }


def places(cluster: ControlPlane, count: int) -> list[str] | None:
    """The nodes of all pods, once so many have one."""
    found = [it["spec"]["nodeName"] for it in cluster.objects("Pod", "a") if "nodeName" in it["spec"]]
    return sorted(found) if len(found) == count else None


@pytest.mark.parametrize("keys", [f"{{label: {MARK}, taint: {MARK}}}", f"{{label: {MARK}}}", f"{{taint: {MARK}}}"])
def test_work_of_a_queue_lands_on_nodes_of_kueue_alone(cluster: ControlPlane, keys: str) -> None:
    resolved = resolved_text(DOCUMENT.replace("OWNERSHIP", keys))
    marks = node_marks(resolved)
    assert marks is not None
    # Slurm's nodes first by name and free: without marks, the scheduler might take them.
    for name in ("s1", "s2", "g1", "g2"):
        cluster.nodes([name], resources={GPU: "8", "cpu": "128", "memory": "2Ti"}, labels=PRODUCT)
    with Client(KubeConfig.from_file(cluster.kubeconfig).get()) as client:
        mark(client, marks)
    verdicts = cluster.apply([namespace("a"), *(placed.object for placed in objects(resolved))])
    assert [verdict.message for verdict in verdicts if not verdict.accepted] == []
    work = job("train", "a", "a", 8)
    work["spec"] |= {"parallelism": 2, "completions": 2}
    work["spec"]["template"]["spec"]["containers"][0]["resources"]["requests"] |= {"cpu": "1", "memory": "1Gi"}
    cluster.apply([work])
    assert cluster.wait_for(lambda: places(cluster, 2), "placed pods") == ["g1", "g2"]


def test_other_work_lands_on_no_node_that_has_an_owner(cluster: ControlPlane) -> None:
    marks = node_marks(resolved_text(DOCUMENT.replace("OWNERSHIP", f"{{taint: {MARK}}}")))
    assert marks is not None
    cluster.nodes(["g1", "g2", "s1", "s2"], resources={GPU: "8", "cpu": "128"}, labels=PRODUCT)
    with Client(KubeConfig.from_file(cluster.kubeconfig).get()) as client:
        mark(client, marks)
    cluster.apply([namespace("a"), pod("stray")])
    refused = cluster.wait_condition("Pod", "stray", "a", condition="PodScheduled", status="False")
    assert "4 node(s) had untolerated taint" in refused["message"]
    cluster.nodes(["free"], resources={GPU: "8", "cpu": "128"}, labels=PRODUCT)
    assert cluster.wait_for(lambda: places(cluster, 1), "place for the pod") == ["free"]
