"""Jobs stay where no drained node is asked for, and do not where one is.

Every node is changed in a way of its own under a job of its own, all at once. 22.05 starts slurmctld again, which is
what it takes there; the others reconfigure.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from tenantry.backends.slurm.effective.things import Kind
from tenantry.backends.slurm.impact import impact
from tenantry.change.difference import Difference
from tenantry.change.impact import Impact
from tests.live.slurm import samples, site
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.install import RELEASES
from tests.live.slurm.sandbox import HOST

pytestmark = pytest.mark.slurm


@dataclass(frozen=True)
class Node:
    """Options of a node's line, its line of gres.conf, and the partition it is in."""

    options: str = "CPUs=16 RealMemory=1000"
    devices: str = ""
    partition: str = "main"


@dataclass(frozen=True)
class Case:
    """What is changed, and the node before and after; None where it is gone."""

    kind: Kind
    difference: Difference
    before: Node
    after: Node | None


PLAIN = Node()
GPUS = Node(f"{PLAIN.options} Gres=gpu:h100:2", "Type=h100 File=/dev/nvidia[0-1]")


def _node(field: str, after: str) -> Case:
    return Case(Kind.NODE, Difference("node", field, "new", "old"), PLAIN, Node(after))


def _gpu(wanted: str | None, options: str, devices: str) -> Case:
    found = "File=/dev/nvidia[0-1]"
    return Case(Kind.GRES, Difference("gres", "gpu:h100", wanted, found), GPUS, Node(options, devices))


CASES: Mapping[str, Case] = {
    "cpus": _node("CPUs", "CPUs=8 RealMemory=1000"),
    "threads": _node("ThreadsPerCore", "CPUs=16 Sockets=2 CoresPerSocket=4 ThreadsPerCore=2 RealMemory=1000"),
    "memory": _node("RealMemory", "CPUs=16 RealMemory=900"),
    "reserve": _node("CoreSpecCount", "CPUs=16 RealMemory=1000 CoreSpecCount=2"),
    "feature": _node("Feature", "CPUs=16 RealMemory=1000 Feature=new"),
    "address": _node("NodeAddr", "CPUs=16 RealMemory=1000 NodeAddr=127.0.0.2"),
    "gone": Case(Kind.NODE, Difference("node", "", None, "there"), PLAIN, None),
    "fewer": _gpu("File=/dev/nvidia0", "CPUs=16 RealMemory=1000 Gres=gpu:h100:1", "Type=h100 File=/dev/nvidia0"),
    "type": _gpu(None, "CPUs=16 RealMemory=1000 Gres=gpu:new:2", "Type=new File=/dev/nvidia[0-1]"),
    "cores": _gpu("Cores=0-7 File=/dev/nvidia[0-1]", GPUS.options, f"{GPUS.devices} Cores=0-7"),
    "closed": Case(
        Kind.PARTITION, Difference("partition", "", None, "there"), Node(partition="closed"), Node(partition="main")
    ),
    "left": Case(Kind.PARTITION, Difference("partition", "Nodes", "new", "old"), PLAIN, Node(partition="rest")),
}
"""Each under the name of its node."""


def _files(suite: str, nodes: Mapping[str, Node]) -> dict[str, str]:
    lines, devices, partitions = [], [], dict[str, list[str]]()
    ports = {name: site.FIRST_PORT + number for number, name in enumerate(CASES)}
    for name, node in nodes.items():
        address = "" if "NodeAddr=" in node.options else "NodeAddr=127.0.0.1"
        lines.append(f"NodeName={name} NodeHostname={HOST} Port={ports[name]} {address} {node.options}\n")
        devices += [f"NodeName={name} Name=gpu {node.devices}\n"] if node.devices else []
        partitions.setdefault(node.partition, []).append(name)
    lines += [f"PartitionName={name} Nodes={','.join(hosts)}\n" for name, hosts in partitions.items()]
    files = samples.files(suite, accounting="")
    kept = [line for line in files["slurm.conf"].splitlines(keepends=True) if not line.startswith(("Node", "Part"))]
    return files | {"slurm.conf": "".join([*kept, *lines]), "gres.conf": "".join(devices)}


UNSOUND = {("22.05", "type")}
"""Jobs that run on although they should have left: this one holds a device of a type that is not there any more."""


def _drains(case: Case, release: str) -> bool:
    return impact(case.kind, case.difference, release).rank >= Impact.DRAIN.rank


def _stays(name: str, release: str) -> bool:
    return not _drains(CASES[name], release) or (release, name) in UNSOUND


@pytest.fixture(scope="module")
def stayed(suite: str) -> Iterator[set[str]]:
    """Nodes whose jobs run on after the change."""
    with Cluster(suite, _files(suite, {name: case.before for name, case in CASES.items()})) as cluster:
        cluster.start_controller()
        cluster.start_nodes(CASES)
        for name, case in CASES.items():
            gpu = ["--gres=gpu:1"] if case.before.devices else []
            options = ["-p", case.before.partition, "-w", name, "-J", name, "-n2", "--mem=100", "-o", "/dev/null", *gpu]
            started = cluster.run(["sbatch", *options, "--wrap", "sleep 600"])
            assert started.rc == 0, started.out
        _await(cluster, set(CASES))
        assert _running(cluster) == set(CASES)
        _change(cluster, _files(suite, {name: case.after for name, case in CASES.items() if case.after}))
        _await(cluster, {name for name in CASES if _stays(name, RELEASES[suite])})
        yield _running(cluster)


def _change(cluster: Cluster, files: Mapping[str, str]) -> None:
    old = RELEASES[cluster.suite] == "22.05"
    if old:
        cluster.stop_controller()
    for name, text in files.items():
        (cluster.root / "etc/slurm" / name).write_text(text)
    if old:
        cluster.start_controller()
        return
    done = cluster.run(["scontrol", "reconfigure"])
    assert done.rc == 0, done.out


def _running(cluster: Cluster) -> set[str]:
    return set(cluster.run(["squeue", "--noheader", "--states", "RUNNING", "--format", "%j"]).out.split())


def _await(cluster: Cluster, jobs: set[str]) -> None:
    """Wait until these jobs run and no others, and not for ever: what is asserted is what runs then."""
    end = time.monotonic() + 30
    while _running(cluster) != jobs and time.monotonic() < end:
        time.sleep(0.2)


@pytest.mark.parametrize("name", CASES)
def test_jobs_leave_exactly_where_a_drained_node_is_asked_for(stayed: set[str], suite: str, name: str) -> None:
    assert (name in stayed) == _stays(name, RELEASES[suite])
