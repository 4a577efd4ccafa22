"""The harness itself: the server is real, strict and Kueue's, and nothing of it is left running."""

import os
from typing import Any

import pytest

from tests.live.kube.cluster import stored
from tests.live.kube.control_plane import ControlPlane

pytestmark = pytest.mark.kube

API = "kueue.x-k8s.io/v1beta2"
GPU = "nvidia.com/gpu"


def flavor(name: str) -> dict[str, Any]:
    spec = {"nodeLabels": {"example.com/gpu": name}}
    return {"apiVersion": API, "kind": "ResourceFlavor", "metadata": {"name": name}, "spec": spec}


def cluster_queue(name: str, flavor_name: str, quota: dict[str, str], cohort: str = "fleet") -> dict[str, Any]:
    gpus = {"coveredResources": [GPU], "flavors": [{"name": flavor_name, "resources": [{"name": GPU, **quota}]}]}
    spec = {"cohortName": cohort, "namespaceSelector": {}, "resourceGroups": [gpus]}
    return {"apiVersion": API, "kind": "ClusterQueue", "metadata": {"name": name}, "spec": spec}


def local_queue(name: str, namespace: str, queue: str) -> dict[str, Any]:
    metadata = {"name": name, "namespace": namespace}
    return {"apiVersion": API, "kind": "LocalQueue", "metadata": metadata, "spec": {"clusterQueue": queue}}


def namespace(name: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}


def job(name: str, space: str, queue: str, gpus: int) -> dict[str, Any]:
    metadata = {"name": name, "namespace": space, "labels": {"kueue.x-k8s.io/queue-name": queue}}
    amounts = {GPU: str(gpus)}
    container = {"name": "main", "image": "none", "resources": {"requests": amounts, "limits": amounts}}
    spec = {"suspend": True, "template": {"spec": {"restartPolicy": "Never", "containers": [container]}}}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec}


def team(name: str, quota: int) -> list[dict[str, Any]]:
    """All objects that a team needs to run jobs."""
    queue = cluster_queue(f"{name}-cq", "h100", {"nominalQuota": str(quota)})
    return [flavor("h100"), queue, namespace(name), local_queue("main", name, f"{name}-cq")]


def test_tenancy_is_accepted_and_its_queue_becomes_active(cluster: ControlPlane) -> None:
    verdicts = cluster.apply(team("vision", 8))
    assert [(verdict.status, verdict.message, verdict.warnings) for verdict in verdicts] == [(201, "", ())] * 4
    cluster.wait_condition("ClusterQueue", "vision-cq")
    cluster.wait_condition("LocalQueue", "main", "vision")


def test_queue_without_its_flavor_is_not_active(cluster: ControlPlane) -> None:
    cluster.apply([cluster_queue("orphan", "absent", {"nominalQuota": "1"})])
    assert cluster.wait_condition("ClusterQueue", "orphan", status="False")["reason"] == "FlavorNotFound"


def test_unknown_field_is_refused_when_strict(cluster: ControlPlane) -> None:
    wrong = cluster_queue("vision-cq", "h100", {"nominalQuota": "8"})
    wrong["spec"]["cohort"] = "fleet"
    [verdict] = cluster.apply([wrong])
    assert not verdict.accepted
    assert "cohort: field not declared in schema" in verdict.message
    assert cluster.get("ClusterQueue", "vision-cq") is None


def test_older_version_is_accepted_with_a_warning(cluster: ControlPlane) -> None:
    [verdict] = cluster.apply([{**flavor("h100"), "apiVersion": "kueue.x-k8s.io/v1beta1"}])
    assert verdict.accepted
    assert verdict.warnings == ("This version is deprecated. Use v1beta2 instead.",)


def test_webhook_refuses_to_lend_more_than_there_is(cluster: ControlPlane) -> None:
    [verdict] = cluster.apply([cluster_queue("vision-cq", "h100", {"nominalQuota": "8", "lendingLimit": "9"})])
    assert (verdict.accepted, verdict.status) == (False, 403)
    assert 'lendingLimit: Invalid value: "9": must be less than or equal to the nominalQuota' in verdict.message


def test_dry_run_stores_nothing(cluster: ControlPlane) -> None:
    [verdict] = cluster.apply([flavor("h100")], dry_run=True)
    assert verdict.accepted
    assert verdict.object["metadata"]["finalizers"] == ["kueue.x-k8s.io/resource-in-use"]
    assert cluster.get("ResourceFlavor", "h100") is None


def test_job_is_admitted_up_to_the_quota(cluster: ControlPlane) -> None:
    cluster.apply(team("vision", 8))
    cluster.wait_condition("ClusterQueue", "vision-cq")
    cluster.apply([job("first", "vision", "main", 8)])
    [first] = admitted(cluster, "vision", 1)
    cluster.apply([job("second", "vision", "main", 1)])
    second = pending_workload(cluster, "vision", first)
    refusal = cluster.wait_condition("Workload", second, "vision", condition="QuotaReserved", status="False")
    assert "insufficient unused quota" in refusal["message"]
    found = cluster.get("Job", "first", "vision")
    assert found is not None
    assert found["spec"]["suspend"] is False


def admitted(cluster: ControlPlane, space: str, count: int) -> list[str]:
    names = cluster.wait_for(lambda: _names(cluster, space, count), f"{count} workloads")
    for name in names:
        cluster.wait_condition("Workload", name, space, condition="Admitted")
    return names


def pending_workload(cluster: ControlPlane, space: str, other: str) -> str:
    names = cluster.wait_for(lambda: _names(cluster, space, 2), "second workload")
    [name] = set(names) - {other}
    return name


def _names(cluster: ControlPlane, space: str, count: int) -> list[str] | None:
    names = [workload["metadata"]["name"] for workload in cluster.objects("Workload", space)]
    return names if len(names) == count else None


def test_stored_shows_what_the_server_changed(cluster: ControlPlane) -> None:
    plain, loose = flavor("h100"), cluster_queue("vision-cq", "h100", {"nominalQuota": "1000"})
    cluster.apply([plain, loose, namespace("vision")])
    assert stored(cluster, plain) == plain
    named = {"name": "vision", "labels": {"kubernetes.io/metadata.name": "vision"}}
    assert stored(cluster, namespace("vision")) == namespace("vision") | {"metadata": named}
    spec = stored(cluster, loose)["spec"]
    assert spec["resourceGroups"][0]["flavors"][0]["resources"] == [{"name": GPU, "nominalQuota": "1k"}]
    assert spec["queueingStrategy"] == "BestEffortFIFO"


def test_nodes_exist_with_what_they_can_allocate(cluster: ControlPlane) -> None:
    cluster.nodes(["gpu001", "gpu002"], resources={GPU: "8"}, labels={"rack": "r1"})
    found = {node["metadata"]["name"]: node for node in cluster.objects("Node")}
    assert set(found) == {"gpu001", "gpu002"}
    assert found["gpu001"]["status"]["allocatable"][GPU] == "8"
    assert found["gpu001"]["metadata"]["labels"]["rack"] == "r1"
    assert "taints" not in found["gpu001"]["spec"]


def test_clean_leaves_nothing(control_plane: ControlPlane) -> None:
    control_plane.apply(team("vision", 8))
    control_plane.apply([job("first", "vision", "main", 8)])
    admitted(control_plane, "vision", 1)
    control_plane.clean()
    assert all(not control_plane.objects(kind) for kind in ("Workload", "ClusterQueue", "ResourceFlavor", "Pod"))
    assert control_plane.get("Namespace", "vision") is None


def test_second_control_plane_runs_beside_the_first_and_is_gone_afterwards(control_plane: ControlPlane) -> None:
    with ControlPlane(configuration={"fairSharing": {"preemptionStrategies": ["LessThanInitialShare"]}}) as other:
        other.apply([flavor("other")])
        assert control_plane.get("ResourceFlavor", "other") is None
        pids = [process.pid for process in other.processes.values()]
        folder = other.folder
        assert len(pids) == 4
        assert folder.is_dir()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert not folder.exists()
