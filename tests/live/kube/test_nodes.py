"""The marks of ownership on the nodes of a real API server: by ourselves, by the script with kubectl, and by Pulumi."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lightkube.config.kubeconfig import KubeConfig
from lightkube.core.client import Client
from pulumi.dynamic import ConfigureRequest
from pulumi.dynamic.config import Config

from tenantry.backends.kueue.marking import mark, marked, nodes_of, unmark
from tenantry.backends.kueue.nodes import FIELD_MANAGER, NodeMarks, node_files, node_patch
from tenantry.model.hostlist import HostList
from tenantry.model.scheduler import Owner
from tenantry.stack.nodes import NodesProvider
from tests.backends.kueue.documents import FLEET
from tests.live.kube.client import APPLY, Answer
from tests.live.kube.control_plane import ControlPlane
from tests.stack.project import Project
from tests.support.documents import resolved_text
from tests.support.real import require

pytestmark = pytest.mark.kube

KEY = "tenancy.example.com/owner"
OURS = {"key": KEY, "value": "kueue", "effect": "NoSchedule"}
THEIRS = {"key": "nvidia.com/gpu", "value": "present", "effect": "NoSchedule"}
DOCUMENT = f"""{FLEET}
ownership: {{label: {KEY}, taint: {KEY}}}
teams: {{a: {{group: lab, quota: {{h100: 8}}, namespaces: [a]}}}}
""".replace('g[01-10]", owner: kueue}', 'g[01-02]", owner: kueue}\n  hpc: {flavor: h100, hosts: "s[1-3]", owner: none}')


@pytest.fixture
def client(cluster: ControlPlane) -> Iterator[Client]:
    with Client(KubeConfig.from_file(cluster.kubeconfig).get()) as made:
        yield made


def marks(**owners: str) -> NodeMarks:
    return NodeMarks(KEY, KEY, {Owner(owner): HostList.parse(hosts) for owner, hosts in owners.items()})


def add_nodes(cluster: ControlPlane, hosts: str) -> None:
    cluster.nodes(HostList.parse(hosts), resources={"cpu": "128"})


def patch(cluster: ControlPlane, name: str, body: dict[str, Any], **query: str) -> Answer:
    return cluster.client.request(
        "PATCH", f"/api/v1/nodes/{name}", body, content=APPLY, fieldManager=FIELD_MANAGER, **query
    )


def taint(cluster: ControlPlane, name: str, taint: dict[str, str]) -> None:
    """Adds one as an operator of GPUs would."""
    body = {"spec": {"taints": [*taints(cluster, name), taint]}}
    answer = cluster.client.request(
        "PATCH", f"/api/v1/nodes/{name}", body, content="application/merge-patch+json", fieldManager="gpu-operator"
    )
    assert answer.ok, answer.message


def taints(cluster: ControlPlane, name: str) -> list[dict[str, str]]:
    node = cluster.get("Node", name)
    assert node is not None
    return list(node["spec"].get("taints", []))


def label(cluster: ControlPlane, name: str) -> str | None:
    node = cluster.get("Node", name)
    assert node is not None
    value: str | None = node["metadata"]["labels"].get(KEY)
    return value


def manager(cluster: ControlPlane, name: str) -> list[tuple[str, str]]:
    """Who holds the label."""
    node = cluster.get("Node", name)
    assert node is not None
    fields = [
        (it["manager"], it["operation"], it["fieldsV1"].get("f:metadata", {}).get("f:labels", {}))
        for it in node["metadata"]["managedFields"]
    ]
    return [(who, how) for who, how, labels in fields if f"f:{KEY}" in labels]


def test_why_no_file_holds_taints_and_none_is_applied_with_the_objects(cluster: ControlPlane) -> None:
    add_nodes(cluster, "n1")
    taint(cluster, "n1", THEIRS)
    wanted = {**node_patch("n1", {KEY: "kueue"}), "spec": {"taints": [OURS]}}
    refused = patch(cluster, "n1", wanted)
    assert (refused.status, refused.message) == (
        409,
        'Apply failed with 1 conflict: conflict with "gpu-operator" using v1: .spec.taints',
    )
    assert patch(cluster, "n1", wanted, force="true").ok
    assert taints(cluster, "n1") == [OURS]  # theirs is gone
    made = patch(cluster, "ghost", node_patch("ghost", {KEY: "kueue"}), dryRun="All")
    assert made.status == 201  # a node of paper


def test_marks_come_and_go_and_what_others_put_there_stays(cluster: ControlPlane, client: Client) -> None:
    add_nodes(cluster, "g[1-2],s1")
    taint(cluster, "g1", THEIRS)
    wanted = marks(kueue="g[1-2]", slurm="s[1-2]")
    assert marked(wanted, nodes_of(client)) == {Owner.SLURM: HostList.parse("s2")}  # no node of the cluster
    mark(client, wanted)
    assert marked(wanted, nodes_of(client)) == wanted.owners
    assert taints(cluster, "g1") == [THEIRS, OURS]
    assert taints(cluster, "s1") == [{**OURS, "value": "slurm"}]
    assert [label(cluster, name) for name in ("g1", "g2", "s1")] == ["kueue", "kueue", "slurm"]
    assert manager(cluster, "g1") == [(FIELD_MANAGER, "Apply")]

    mark(client, marks(kueue="g1", slurm="g2,s[1-2]"))
    assert taints(cluster, "g2") == [{**OURS, "value": "slurm"}]
    assert label(cluster, "g2") == "slurm"
    mark(client, wanted)
    assert marked(wanted, nodes_of(client)) == wanted.owners

    taint(cluster, "g2", THEIRS)
    unmark(client, wanted)
    assert [taints(cluster, name) for name in ("g1", "g2", "s1")] == [[THEIRS], [THEIRS], []]
    assert [label(cluster, name) for name in ("g1", "g2", "s1")] == [None, None, None]
    assert cluster.get("Node", "s2") is None


@pytest.mark.parametrize(
    ("hosts", "carried", "said"),
    [
        ("g[1-2],x[1-2]", None, "no such node in the cluster: x[1-2]"),
        (
            "g[1-2]",
            {"key": "slinky.slurm.net/slurm", "effect": "NoExecute"},
            "g2 is Slurm's: it carries the taint slinky.slurm.net/slurm of Slinky's slurm-operator",
        ),
        (
            "g[1-2]",
            {**OURS, "value": "billing"},
            f"g2 has the taint {KEY} with the value 'billing', which is not ours to change",
        ),
    ],
)
def test_one_node_that_cannot_be_marked_leaves_all_as_they_are(
    cluster: ControlPlane, client: Client, hosts: str, carried: dict[str, str] | None, said: str
) -> None:
    add_nodes(cluster, "g[1-2]")
    if carried is not None:
        taint(cluster, "g2", carried)
    with pytest.raises(ValueError) as told:
        mark(client, marks(kueue=hosts))
    assert str(told.value) == said
    assert (label(cluster, "g1"), taints(cluster, "g1")) == (None, [])
    assert cluster.get("Node", "x1") is None


def test_a_label_that_somebody_else_holds_is_not_taken(cluster: ControlPlane, client: Client) -> None:
    cluster.nodes(["g1"], resources={"cpu": "1"}, labels={KEY: "slurm"})
    [(holder, _)] = manager(cluster, "g1")
    with pytest.raises(ValueError) as told:
        mark(client, marks(kueue="g1"))
    assert str(told.value) == f"g1 has the label {KEY} with the value 'slurm' by '{holder}'; remove it there first"
    assert (label(cluster, "g1"), taints(cluster, "g1")) == ("slurm", [])
    mark(client, marks(slurm="g1"))  # what it says already is shared
    assert len(manager(cluster, "g1")) == 2


def test_another_key_takes_the_place_of_the_old_one(cluster: ControlPlane, client: Client) -> None:
    add_nodes(cluster, "g[1-2]")
    taint(cluster, "g1", THEIRS)
    other = {**OURS, "key": "example.com/other"}
    provider = NodesProvider()
    provider.configure(ConfigureRequest(Config({"tenantry:kubeconfig": cluster.kubeconfig.read_text()}, "tenantry")))
    first = {"label": KEY, "taint": KEY, "owners": {"kueue": "g[1-2]"}}
    second = {"label": "example.com/other", "taint": "example.com/other", "owners": {"kueue": "g1"}}
    provider.create(first)

    assert provider.update("nodes", first, second).outs == second
    assert provider.read("nodes", second).outs == second
    assert (label(cluster, "g1"), taints(cluster, "g1")) == (None, [THEIRS, other])
    assert (label(cluster, "g2"), taints(cluster, "g2")) == (None, [])

    third = {"taint": "example.com/other", "owners": {"kueue": "g1"}}
    provider.update("nodes", second, third)
    assert taints(cluster, "g1") == [THEIRS, other]
    node = cluster.get("Node", "g1")
    assert node is not None
    assert "example.com/other" not in node["metadata"]["labels"]


PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
"""The kubectl of the environment first."""


@pytest.fixture
def script(cluster: ControlPlane, tmp_path: Path) -> Path:
    for file in node_files(resolved_text(DOCUMENT)):
        (tmp_path / file.path).parent.mkdir(exist_ok=True)
        (tmp_path / file.path).write_text(file.text)
    require(shutil.which("kubectl", path=PATH) is not None, "no kubectl: run make venv")
    return tmp_path / "nodes" / "mark.sh"


def run(cluster: ControlPlane, script: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": PATH, "KUBECONFIG": str(cluster.kubeconfig)}
    command = ["sh", str(script)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_the_script_marks_what_is_there_and_says_so_again(cluster: ControlPlane, script: Path) -> None:
    add_nodes(cluster, "g[01-02],c[1-2],s[1,3]")
    taint(cluster, "g01", THEIRS)
    for _ in range(2):
        done = run(cluster, script)
        assert done.returncode == 0, done.stderr
        assert {label(cluster, name) for name in ("g01", "g02", "c1", "c2")} == {"kueue"}
        assert {label(cluster, name) for name in ("s1", "s3")} == {"none"}
        assert taints(cluster, "g01") == [OURS, THEIRS]  # kubectl puts its own first
        assert taints(cluster, "s3") == [{**OURS, "value": "none"}]
        assert cluster.get("Node", "s2") is None
        assert manager(cluster, "g01") == manager(cluster, "s1") == [(FIELD_MANAGER, "Apply")]


def test_the_script_does_without_other_nodes(cluster: ControlPlane, script: Path) -> None:
    add_nodes(cluster, "g[01-02],c[1-2]")
    done = run(cluster, script)
    assert done.returncode == 0, done.stderr
    assert label(cluster, "c2") == "kueue"


def test_the_script_makes_no_node(cluster: ControlPlane, script: Path) -> None:
    add_nodes(cluster, "g01,c[1-2]")
    done = run(cluster, script)
    assert done.returncode != 0
    assert '"g02" not found' in done.stderr
    assert cluster.get("Node", "g02") is None
    assert label(cluster, "g01") is None


@pytest.mark.pulumi
def test_pulumi_moves_a_node_sees_a_lost_mark_and_takes_all_away(cluster: ControlPlane, tmp_path: Path) -> None:
    add_nodes(cluster, "gpu[201-250],gpu[001-002]")
    lab = Project.make(tmp_path, "lab")
    release = 'kueue: {release: "0.17"'
    lab.replace("fleet.yaml", release, f"{release}, createNamespaces: true")
    for key, value in {"target": "cluster", "kubeconfig": "/nowhere/kubeconfig"}.items():
        assert lab.pulumi("config", "set", key, value).code == 0
    unread = lab.pulumi("preview")
    assert unread.code != 0
    assert "nodes cannot be read (Configuration file /nowhere/kubeconfig not found)" in unread.text
    assert lab.pulumi("config", "set", "kubeconfig", str(cluster.kubeconfig)).code == 0
    lab.replace("fleet.yaml", 'gpu[201-250]", owner: kueue', 'gpu[201-251]", owner: kueue')
    missing = lab.pulumi("preview")
    assert missing.code != 0
    assert "no such node in the cluster: gpu251" in missing.text
    lab.replace("fleet.yaml", 'gpu[201-251]", owner: kueue', 'gpu[201-250]", owner: kueue')

    lab.up()
    assert cluster.get("Node", "gpu003") is None
    assert [label(cluster, name) for name in ("gpu250", "gpu001")] == ["kueue", "slurm"]
    assert lab.pulumi("preview", "--refresh", "--expect-no-changes").code == 0

    lab.replace("fleet.yaml", 'gpu[001-200]", owner: slurm, spare: 4', 'gpu[001-201]", owner: slurm, spare: 5')
    lab.replace("fleet.yaml", 'gpu[201-250]", owner: kueue, spare: 1', 'gpu[202-250]", owner: kueue, spare: 0')
    lab.up()
    assert (label(cluster, "gpu201"), taints(cluster, "gpu201")) == ("slurm", [{**OURS, "value": "slurm"}])
    assert (label(cluster, "gpu202"), taints(cluster, "gpu202")) == ("kueue", [OURS])

    add_nodes(cluster, "gpu003")  # a node of Slurm's joins the cluster
    assert lab.pulumi("preview", "--refresh", "--expect-no-changes").code != 0
    lab.up("--refresh")
    assert label(cluster, "gpu003") == "slurm"

    destroyed = lab.pulumi("destroy", "--yes")
    assert destroyed.code == 0, destroyed.text
    assert {label(cluster, node) for node in ("gpu001", "gpu003", "gpu201", "gpu250")} == {None}
    assert {len(taints(cluster, node)) for node in ("gpu001", "gpu003", "gpu201", "gpu250")} == {0}
