"""Real clusters started from rendered files: no drift, and every change by another hand found as just that field."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tenantry.backends.slurm.drift.sources import of_commands, of_files
from tenantry.backends.slurm.live.capture import Recorder
from tenantry.backends.slurm.live.commands import Answer
from tenantry.backends.slurm.live.local import LocalCommands
from tenantry.cli.main import main
from tenantry.resolve.resolve import resolve
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import example
from tests.live.slurm.drifting import ACCOUNTING, EDITS, NODES, PARTITION, UPDATES, Fleet, Row, document

pytestmark = pytest.mark.slurm


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


@pytest.mark.parametrize(("change", "undo", "rows", "line"), ACCOUNTING, ids=[it[0] for it in ACCOUNTING])
def test_a_change_of_the_accounting_database_is_found(
    cluster: Cluster, fleet: Fleet, change: str, undo: str, rows: list[Row], line: str
) -> None:
    assert cluster.run(["sacctmgr", "-i", *change.split()]).rc == 0
    try:
        found = told(cluster, fleet)
    finally:
        undone = cluster.run(["sacctmgr", "-i", *undo.split()])
    assert list(found) == rows
    assert all(it.startswith(line) for it in found.values())
    assert undone.rc == 0, undone.out
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
    """slurmd goes on with what it read when it started."""
    fewer = edited(fleet, "slurm.conf", ("Gres=gpu:l40s:4", "Gres=gpu:l40s:3"))
    with restarted(cluster, fleet, fewer):
        assert until(lambda: registered(cluster) == {"gpu:l40s:4"}), registered(cluster)
        assert list(told(cluster, fleet)) == [("nodes 'l[1-2]'", "Gres", "gpu:l40s:4", "gpu:l40s:3")]
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
        time.sleep(0.5)
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


def test_the_verb_reads_a_live_cluster_through_a_prefix_and_a_capture_of_it(
    cluster: Cluster, fleet: Fleet, suite: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tenancy.yaml"
    path.write_text(document(suite))
    prefix = shlex.join(cluster.entering([]))
    recorder = Recorder(LocalCommands(tuple(cluster.entering([]))))
    of_commands(fleet.resolved, recorder)
    recorder.save(tmp_path / "same")
    run(cluster, *PARTITION, "MaxTime=1-0")
    try:
        live = main(["drift", str(path), "--slurm", "live", "--run-with", prefix, "--format", "json"])
        of_commands(fleet.resolved, recorder)
    finally:
        run(cluster, *PARTITION, "MaxTime=2-0")
    recorder.save(tmp_path / "changed")
    found = json.loads(capsys.readouterr().out)["differences"]
    assert live == 1
    assert [(it["code"], it["field"], it["found"], it["where"]) for it in found] == [
        ("DRF102", "MaxTime", "1-00:00:00", prefix)
    ]
    assert main(["drift", str(path), "--slurm", str(tmp_path / "same")]) == 0
    assert main(["drift", str(path), "--slurm", str(tmp_path / "changed")]) == 1
    assert main(["drift", str(path), "--slurm", "live", "--run-with", "false"]) == 2


def test_another_release_than_the_document_s_is_drift(cluster: Cluster, fleet: Fleet) -> None:
    assert fleet.resolved.tenancy.slurm is not None
    other = "23.11"
    slurm = fleet.resolved.tenancy.slurm.model_copy(update={"release": other})
    newer = resolve(fleet.resolved.tenancy.model_copy(update={"slurm": slurm}))
    found = [it.difference for it in of_commands(newer, Inside(cluster)).drifted]
    assert [(it.field, it.wanted, it.path) for it in found if it.subject == "Slurm"] == [
        ("release", other, ("slurm", "release"))
    ]


def test_a_dump_of_the_database_is_compared_as_the_database_is(cluster: Cluster, fleet: Fleet, tmp_path: Path) -> None:
    assert dumped(cluster, fleet, tmp_path) == []
    change, undo, rows, _ = ACCOUNTING[3]
    assert cluster.run(["sacctmgr", "-i", *change.split()]).rc == 0
    found = dumped(cluster, fleet, tmp_path)
    assert cluster.run(["sacctmgr", "-i", *undo.split()]).rc == 0
    assert found == rows


def dumped(cluster: Cluster, fleet: Fleet, folder: Path) -> list[Row]:
    said = cluster.run(["sacctmgr", "-i", "dump", "drifting", "file=/tmp/drifting.cfg"])
    assert said.rc == 0, said.out
    (folder / "drifting.cfg").write_bytes((cluster.root / "tmp/drifting.cfg").read_bytes())
    found = of_files(fleet.resolved, folder).drifted
    return [(it.difference.subject, it.difference.field, it.difference.wanted, it.difference.found) for it in found]


@pytest.mark.parametrize("stack", ["lab", "slurm-site"])
def test_a_cluster_from_an_example_has_no_drift(suite: str, stack: str) -> None:
    rendered = example(stack, suite)
    with Cluster(suite, rendered.files) as running:
        running.start_database()
        assert running.batch(rendered.commands("qos.sacctmgr")).rc == 0
        running.start_controller()
        assert running.batch(rendered.commands("accounts.sacctmgr")).rc == 0
        drift = of_commands(rendered.resolved, Inside(running))
    assert [it.difference for it in drift.drifted] == []
    assert drift.places == ("the sandbox",)
