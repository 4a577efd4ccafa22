"""`pulumi up` of the large example against a real API server with Kueue, end to end, through the real CLI."""

from pathlib import Path
from typing import Any

import pytest

from tenantry.backends.kueue.references import identity
from tenantry.backends.kueue.render import objects
from tenantry.load.source import load
from tenantry.resolve.resolve import resolve
from tests.live.kube.control_plane import ControlPlane
from tests.stack.project import Project

pytestmark = pytest.mark.kube


def test_up_makes_every_object_again_changes_nothing_and_destroy_removes_them(
    cluster: ControlPlane, tmp_path: Path
) -> None:
    cluster.nodes([f"gpu{at}" for at in range(201, 251)], resources={"cpu": "128"})
    lab = Project.make(tmp_path, "lab")
    release = 'kueue: {release: "0.17"'
    lab.replace("fleet.yaml", release, f"{release}, createNamespaces: true, configuration: {{}}")
    for setting in (["target", "cluster"], ["--secret", "kubeconfig", str(cluster.kubeconfig)]):
        answer = lab.pulumi("config", "set", *setting)
        assert answer.code == 0, answer.text
    tenancy = load(lab.folder / "stacks" / "lab").tenancy
    assert tenancy is not None
    wanted = [identity(placed.object) for placed in objects(resolve(tenancy))]

    lab.up()
    assert str(cluster.kubeconfig) not in lab.pulumi("stack", "export").text
    assert [it for it in wanted if cluster.get(it[0], it[2], it[1] or None) is None] == []
    for kind, namespace, name in wanted:
        if kind == "ClusterQueue":
            cluster.wait_condition(kind, name, namespace or None)

    assert lab.pulumi("up", "--yes", "--expect-no-changes").code == 0
    refreshed = lab.pulumi("preview", "--refresh", "--expect-no-changes")
    assert refreshed.code == 0, refreshed.text

    before = configuration(cluster)
    lab.replace("fleet.yaml", "configuration: {}", "configuration: {}, fairSharing: true")
    lab.up()
    after = configuration(cluster)
    assert after["data"] != before["data"]
    assert after["metadata"]["uid"] == before["metadata"]["uid"]

    destroyed = lab.pulumi("destroy", "--yes")
    assert destroyed.code == 0, destroyed.text
    assert [it for it in wanted if it[0] != "Namespace" and cluster.get(it[0], it[2], it[1] or None)] == []


def configuration(cluster: ControlPlane) -> dict[str, Any]:
    found = cluster.get("ConfigMap", "kueue-manager-config", "kueue-system")
    assert found is not None
    return found
