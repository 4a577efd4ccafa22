"""Real clusters started from rendered files: no drift, and every change by another hand found as just that field."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from tenantry.backends.slurm.drift.sources import of_commands
from tenantry.backends.slurm.live.commands import Answer
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.drifting import NODES, Fleet, document

pytestmark = pytest.mark.slurm

Row = tuple[str, str, str | None, str | None]


class Inside:
    """Commands in the sandbox."""

    where = "the sandbox"

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def run(self, command: Sequence[str]) -> Answer:
        ran = self._cluster.run(command)
        return Answer(ran.rc, ran.out)


@pytest.fixture(scope="module")
def fleet(suite: str) -> Fleet:
    return Fleet.of(document(suite))


@pytest.fixture(scope="module")
def cluster(suite: str, fleet: Fleet) -> Iterator[Cluster]:
    with Cluster(suite, fleet.files()) as running:
        running.start_database()
        qos = running.batch(fleet.commands("qos.sacctmgr"))
        assert qos.rc == 0, qos.out
        running.start_controller()
        accounts = running.batch(fleet.commands("accounts.sacctmgr"))
        assert accounts.rc == 0, accounts.out
        running.start_nodes(NODES)
        yield running


def run(cluster: Cluster, *words: str) -> None:
    result = cluster.run(["scontrol", *words])
    assert result.rc == 0, result.out


def told(cluster: Cluster, fleet: Fleet) -> dict[Row, str]:
    """Each difference, with the document's line that its finding points at."""
    found = of_commands(fleet.resolved, Inside(cluster)).drifted
    places = fleet.loaded.locate([it.finding for it in found])
    lines = fleet.loaded.files[0].text.splitlines()
    rows = [(it.difference.subject, it.difference.field, it.difference.wanted, it.difference.found) for it in found]
    return {row: lines[it.location.line - 1].strip() for row, it in zip(rows, places, strict=True) if it.location}


def test_a_cluster_from_rendered_files_has_no_drift(cluster: Cluster, fleet: Fleet) -> None:
    assert told(cluster, fleet) == {}


PARTITION = ("update", "PartitionName=h100")
L40S = ("update", "PartitionName=l40s")
NODE = ("update", "NodeName=h1")
UPDATES: list[tuple[tuple[str, ...], str, str, Row, str]] = [
    (PARTITION, "MaxTime=1-0", "MaxTime=2-0", ("partition 'h100'", "MaxTime", "2-00:00:00", "1-00:00:00"), "batch:"),
    (PARTITION, "PriorityTier=7", "PriorityTier=1", ("partition 'h100'", "PriorityTier", "1", "7"), "h100:"),
    (PARTITION, "State=DOWN", "State=UP", ("partition 'h100'", "State", "UP", "DOWN"), "h100:"),
    (PARTITION, "QOS=normal", "QOS=h100_partition", ("partition 'h100'", "QOS", "h100_partition", "normal"), "h100:"),
    (PARTITION, "Nodes=h1", "Nodes=h[1-2]", ("partition 'h100'", "Nodes", "h[1-2]", "h1"), "train:"),
    (
        PARTITION,
        "AllowAccounts=root",
        "AllowAccounts=ALL",
        ("partition 'h100'", "AllowAccounts", "ALL", "root"),
        "h100:",
    ),
    (
        L40S,
        "JobDefaults=DefCpuPerGPU=1,DefMemPerGPU=8192",
        "JobDefaults=DefCpuPerGPU=2,DefMemPerGPU=8192",
        ("partition 'l40s'", "DefCpuPerGPU", "2", "1"),
        "node: {cpus: 8",
    ),
    (
        L40S,
        "TRESBillingWeights=CPU=1",
        "TRESBillingWeights=GRES/gpu=1",
        ("partition 'l40s'", "TRESBillingWeights", "GRES/gpu=1", "CPU=1"),
        "l40s:",
    ),
    (L40S, "OverSubscribe=FORCE", "OverSubscribe=NO", ("partition 'l40s'", "OverSubscribe", "NO", "FORCE:4"), "l40s:"),
    (NODE, "Weight=7", "Weight=1", ("node 'h1'", "Weight", "1", "7"), "train:"),
    (
        NODE,
        "AvailableFeatures=h100,fast",
        "AvailableFeatures=h100 ActiveFeatures=h100",
        ("node 'h1'", "Feature", "h100", "h100,fast"),
        "h100:",
    ),
]


@pytest.mark.parametrize(("subject", "change", "undo", "row", "line"), UPDATES, ids=[it[1] for it in UPDATES])
def test_an_update_is_found_as_its_field(
    cluster: Cluster, fleet: Fleet, subject: tuple[str, ...], change: str, undo: str, row: Row, line: str
) -> None:
    run(cluster, *subject, change)
    try:
        found = told(cluster, fleet)
    finally:
        run(cluster, *subject, *undo.split())
    assert list(found) == [row]
    assert found[row].startswith(line)
    assert told(cluster, fleet) == {}


def test_nodes_that_were_changed_alike_are_told_together(cluster: Cluster, fleet: Fleet) -> None:
    run(cluster, "update", "NodeName=h[1-2]", "Weight=3")
    found = told(cluster, fleet)
    run(cluster, "update", "NodeName=h[1-2]", "Weight=1")
    assert list(found) == [("nodes 'h[1-2]'", "Weight", "1", "3")]


def test_a_node_that_an_operator_drained_is_no_drift(cluster: Cluster, fleet: Fleet) -> None:
    run(cluster, "update", "NodeName=h1", "State=DRAIN", "Reason=broken fan Gres=none Weight=9")
    found = told(cluster, fleet)
    run(cluster, "update", "NodeName=h1", "State=RESUME")
    assert found == {}


def test_a_partition_that_was_made_or_deleted_is_found(cluster: Cluster, fleet: Fleet) -> None:
    run(cluster, "create", "PartitionName=extra", "Nodes=h1")
    made = told(cluster, fleet)
    run(cluster, "delete", "PartitionName=extra")
    assert list(made) == [("partition 'extra'", "", None, "there")]


EDITS: list[tuple[str, str, list[Row]]] = [
    ("PriorityFlags=MAX_TRES,ACCRUE_ALWAYS", "PriorityFlags=ACCRUE_ALWAYS,MAX_TRES", []),
    ("SlurmctldTimeout=120", "SlurmctldTimeout=150", [("slurm.conf", "SlurmctldTimeout", "120", "150 sec")]),
    (
        "PriorityDecayHalfLife=7-00:00:00",
        "PriorityDecayHalfLife=14-0",
        [("slurm.conf", "PriorityDecayHalfLife", "7-00:00:00", "14-00:00:00")],
    ),
    (
        "bf_continue,",
        "",
        [
            (
                "slurm.conf",
                "SchedulerParameters",
                "bf_continue,bf_resolution=300,bf_window=2880",
                "bf_resolution=300,bf_window=2880",
            )
        ],
    ),
    (
        "AccountingStorageEnforce=associations,limits,qos,safe",
        "AccountingStorageEnforce=safe,qos,limits,associations",
        [],
    ),
    ("Nodes=h[1-2]", "Nodes=h1,h2", []),
    ("MaxTime=2-00:00:00", "MaxTime=2880", []),
    ("DefaultTime=0-00:30:00", "DefaultTime=30", []),
    ("GRES/gpu=10", "gres/gpu=10.0", []),
]


@pytest.mark.parametrize(("old", "new", "rows"), EDITS, ids=[it[1] for it in EDITS])
def test_an_edited_slurm_conf_is_found_once_it_is_read(
    cluster: Cluster, fleet: Fleet, old: str, new: str, rows: list[Row]
) -> None:
    with reconfigured(cluster, fleet, edited(fleet, "slurm.conf", (old, new))):
        assert list(told(cluster, fleet)) == rows
    assert told(cluster, fleet) == {}


H100_NODE = "node: {cpus: 16, memory: 64Gi, reserved: {cpus: 2, memory: 4Gi}}"


def test_other_hardware_is_found_node_by_node(cluster: Cluster, fleet: Fleet) -> None:
    edits = (("Gres=gpu:l40s:4", "Gres=gpu:l40s:3"), ("CPUs=16", "CPUs=12"), ("CoreSpecCount=2", "CoreSpecCount=1"))
    with restarted(cluster, fleet, edited(fleet, "slurm.conf", *edits)):
        found = told(cluster, fleet)
    assert found == {
        ("nodes 'l[1-2]'", "Gres", "gpu:l40s:4", "gpu:l40s:3"): "gpu: {product: NVIDIA-L40S, perNode: 4}",
        ("nodes 'h[1-2]'", "CPUs", "16", "12"): H100_NODE,
        ("nodes 'h[1-2]'", "CoreSpecCount", "2", "1"): H100_NODE,
    }


def test_fewer_devices_are_one_difference_also_once_nodes_have_registered(cluster: Cluster, fleet: Fleet) -> None:
    """gres.conf is the same: slurmd passes over what slurm.conf does not count."""
    fewer = edited(fleet, "slurm.conf", ("Gres=gpu:l40s:4", "Gres=gpu:l40s:3"))
    row = ("nodes 'l[1-2]'", "Gres", "gpu:l40s:4", "gpu:l40s:3")
    with reconfigured(cluster, fleet, fewer):
        assert until(lambda: registered(cluster) == {"gpu:l40s:3"}), registered(cluster)
        assert list(told(cluster, fleet)) == [row]
    assert until(lambda: registered(cluster) == {"gpu:l40s:4"}), registered(cluster)
    assert told(cluster, fleet) == {}


def registered(cluster: Cluster) -> set[str]:
    """What the slurmd of the infer pool have registered."""
    shown = cluster.run(["scontrol", "-o", "show", "node", "l[1-2]"]).out
    return {word.removeprefix("Gres=") for word in shown.split() if word.startswith("Gres=")}


def until(holds: Callable[[], bool], seconds: float = 30) -> bool:
    """Nodes register again some time after a reconfigure."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.2)
    return False


def test_a_removed_node_and_an_added_one_are_found(cluster: Cluster, fleet: Fleet) -> None:
    edits = [("NodeName=l[1-2]", "NodeName=l[1,9]"), ("Nodes=l[1-2]", "Nodes=l[1,9]")]
    with restarted(cluster, fleet, edited(fleet, "slurm.conf", *edits)):
        found = told(cluster, fleet)
    assert [row[:2] for row in found] == [("partition 'l40s'", "Nodes"), ("node 'l2'", ""), ("node 'l9'", "")]
    assert found["node 'l2'", "", "there", None].startswith("infer:")


def edited(fleet: Fleet, name: str, *edits: tuple[str, str]) -> dict[str, str]:
    files = fleet.files()
    for old, new in edits:
        assert old in files[name]
        files[name] = files[name].replace(old, new)
    return files


@contextmanager
def reconfigured(cluster: Cluster, fleet: Fleet, files: dict[str, str]) -> Iterator[None]:
    """slurmctld that has read other files; those of the document afterwards."""
    cluster.write(files)
    run(cluster, "reconfigure")
    try:
        yield
    finally:
        cluster.write(fleet.files())
        run(cluster, "reconfigure")


@contextmanager
def restarted(cluster: Cluster, fleet: Fleet, files: dict[str, str]) -> Iterator[None]:
    """The same for what takes a restart."""
    cluster.stop_controller()
    cluster.write(files)
    cluster.start_controller()
    try:
        yield
    finally:
        cluster.stop_controller()
        cluster.write(fleet.files())
        cluster.start_controller()
