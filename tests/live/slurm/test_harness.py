"""The harness itself, on every release that is installed."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.slurm import samples
from tests.live.slurm.cluster import Cluster, read_folder
from tests.live.slurm.lint import Linter, lint
from tests.live.slurm.sandbox import OUTPUT_CAP, Sandbox, SandboxError
from tests.support.real import ROOT

pytestmark = pytest.mark.slurm

# No comment and no empty line: sacctmgr goes on after one, but its exit code says that something failed.
ACCOUNTS = """\
add account research set Fairshare=10 GrpTRES=gres/gpu=4,gres/gpu:h100=4 QOS=prod DefaultQOS=prod
add user root account=research
"""


def alive(namespace: str) -> list[int]:
    """Processes of this machine in a pid namespace."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str((process / "ns/pid").readlink()) == namespace:
                found.append(int(process.name))
        except OSError:  # gone meanwhile, or not ours to see
            continue
    return found


@pytest.fixture(scope="module")
def cluster(suite: str) -> Iterator[Cluster]:
    """A whole cluster: database, controller, accounts, one node."""
    with Cluster(suite, samples.files(suite)) as running:
        running.start_database()
        assert running.run(["sacctmgr", "-i", "add", "qos", "prod", "set", "Flags=DenyOnLimit"]).rc == 0
        running.start_controller()
        assert running.batch(ACCOUNTS).rc == 0
        running.start_nodes(["h1"])
        yield running


@pytest.fixture(scope="module")
def linter(suite: str) -> Iterator[Linter]:
    with Linter(suite) as running:
        yield running


def test_a_good_configuration_runs_without_a_fault(cluster: Cluster) -> None:
    assert cluster.errors() == []
    assert any("Running as primary controller" in line for line in cluster.log("slurmctld"))


def test_the_files_are_used_byte_for_byte(cluster: Cluster) -> None:
    for name, content in samples.files(cluster.suite).items():
        assert (cluster.root / "etc/slurm" / name).read_text() == content


def test_the_controller_takes_the_files_of_a_folder(linter: Linter, tmp_path: Path) -> None:
    files = samples.files(linter.suite, accounting="", more="Include conf.d/more.conf\n")
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "conf.d/more.conf").write_text("PartitionName=extra Nodes=h1\n")
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    verdict = linter.lint(read_folder(tmp_path))
    assert (verdict.runs, verdict.faults) == (True, ())


def test_a_batch_goes_on_after_a_failure_and_reports_it(cluster: Cluster) -> None:
    result = cluster.batch("modify qos nosuch set Priority=1\nadd qos later\n")
    assert result.rc == 1
    assert "later" in cluster.run(["sacctmgr", "-nP", "show", "qos", "format=name"]).out.split()


@pytest.mark.parametrize(("gpus", "rc"), [(4, 0), (5, 1)])
def test_a_job_within_the_limit_runs_and_one_above_it_is_refused(cluster: Cluster, gpus: int, rc: int) -> None:
    options = ["--quiet", "--account=research", "--time=1", "--ntasks=1", "--mem=1", f"--gres=gpu:h100:{gpus}"]
    result = cluster.run(["srun", *options, "printenv", "CUDA_VISIBLE_DEVICES"])
    assert result.rc == rc, result.out
    assert (result.out.strip() == "0,1,2,3") == (rc == 0)


def test_state_survives_a_stop_of_the_controller(cluster: Cluster) -> None:
    cluster.stop_controller()
    cluster.start_controller()
    assert cluster.errors() == []
    assert "research" in cluster.run(["sacctmgr", "-nP", "show", "account", "format=account"]).out.split()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"more": "NodeName=h1\n"}, "fatal: Duplicated NodeName h1 in the config file"),
        ({"more": "FooBar=1\n"}, "Parsing error at unrecognized key: FooBar"),
    ],
)
def test_a_fault_that_stops_the_controller_is_reported(linter: Linter, change: dict[str, str], fault: str) -> None:
    verdict = linter.lint(samples.files(linter.suite, accounting="", **change))
    assert not verdict.runs
    assert any(fault in each for each in verdict.faults)


def test_a_fault_that_the_controller_only_logs_is_reported(linter: Linter) -> None:
    nodes = "CPUs=16 RealMemory=1000 Gres=gpu:h100:8x"
    verdict = linter.lint(samples.files(linter.suite, accounting="", nodes=nodes))
    assert verdict.runs
    assert not verdict.clean
    assert any("gpu:h100:8x" in each for each in verdict.faults)


def test_one_verdict_leaves_nothing_for_the_next(linter: Linter) -> None:
    good = samples.files(linter.suite, accounting="")
    assert linter.lint(good).clean
    assert not linter.lint(good | {"slurm.conf": "FooBar=1\n"}).runs
    assert linter.lint(good).clean


def test_a_database_can_stand_beside_the_verdict(suite: str) -> None:
    assert lint(suite, samples.files(suite), database=True).clean


def test_two_clusters_stand_side_by_side(suite: str, cluster: Cluster) -> None:
    with Cluster(suite, samples.files(suite, accounting="")) as other:
        other.start_controller()
        assert other.errors() == []
        assert cluster.run(["scontrol", "ping"]).rc == 0
        assert not (other.root / "var/log/slurm/slurmdbd.log").exists()


def namespace_of(pid: int | str) -> str:
    return str(Path(f"/proc/{pid}/ns/pid").readlink())


def test_nothing_is_left_of_a_cluster(suite: str) -> None:
    with Cluster(suite, samples.files(suite, accounting="")) as short:
        short.start_controller()
        namespace, outputs = namespace_of(short.pid), short.outputs
        assert namespace != namespace_of("self")
        assert len(alive(namespace)) > 1
    assert alive(namespace) == []
    assert not outputs.exists()


OWNER = """
import os, signal, sys
from tests.live.slurm.cluster import Cluster
with Cluster(sys.argv[1]) as doomed:
    print(os.readlink(f"/proc/{doomed.pid}/ns/pid"), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_is_left_when_the_owner_is_killed(suite: str, tmp_path: Path) -> None:
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    killed = subprocess.run(
        [sys.executable, "-c", OWNER, suite], env=environment, capture_output=True, text=True, check=False
    )
    namespace = killed.stdout.strip()
    assert namespace.startswith("pid:["), killed.stderr
    end = time.monotonic() + 10
    while alive(namespace) and time.monotonic() < end:
        time.sleep(0.05)
    assert alive(namespace) == []


def test_time_and_output_of_a_command_are_bounded(suite: str) -> None:
    with Sandbox(suite) as sandbox:
        assert sandbox.run(["sleep", "60"], seconds=0.2).rc == 124
        with pytest.raises(SandboxError, match=f"more than {OUTPUT_CAP} bytes"):
            sandbox.run(["yes"])
