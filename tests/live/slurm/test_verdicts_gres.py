"""Our verdict on gres.conf beside slurmd's and slurmctld's own, on every release.

What slurmd ends on, or makes a node that slurmctld drains, is an error of ours; what is registered without a word is
none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tenantry.backends.slurm.files import judge_files
from tenantry.finding import Severity
from tests.live.slurm import site
from tests.live.slurm.cluster import DaemonEndedError
from tests.live.slurm.inputs import CLUSTER, NOT_ITS_BUSINESS
from tests.live.slurm.install import RELEASES, missing
from tests.live.slurm.lint import Linter
from tests.live.slurm.messages import faults
from tests.live.slurm.sandbox import SandboxError
from tests.support.real import require

pytestmark = pytest.mark.slurm

SHAPE = "CPUs=8 Sockets=2 CoresPerSocket=4"
FOUR = "Name=gpu File=/dev/nvidia[0-3]\n"


class Given(NamedTuple):
    """What stands in the two files about one node."""

    gres: str
    lines: str
    types: str = "gpu"
    shape: str = SHAPE


TAKEN = {
    "a type that is a number": Given("gpu:4090:2", "Name=gpu Type=4090 File=/dev/nvidia[0-1]\n"),
    "two entries of one type": Given("gpu:a:2,gpu:a:2", "Name=gpu Type=a File=/dev/nvidia[0-3]\n"),
    "no type in slurm.conf": Given("gpu:4", "Name=gpu Type=a File=/dev/nvidia[0-3]\n"),
    "shares": Given("gpu:4,shard:16", f"{FOUR}Name=shard Count=16\n", "gpu,shard"),
    "shares of files": Given("gpu:4,shard:16", f"{FOUR}Name=shard Count=16 File=/dev/nvidia[0-3]\n", "gpu,shard"),
    "detected elsewhere": Given("gpu:4", f"NodeName=n2 AutoDetect=nvml\nNodeName=n[1,3] {FOUR}"),
    "not detected here": Given("gpu:4", f"AutoDetect=nvml\nNodeName=n1 AutoDetect=off\nNodeName=n1 {FOUR}"),
    "sockets by boards": Given(
        "gpu:2",
        "Name=gpu File=/dev/nvidia0 Cores=0-3\nName=gpu File=/dev/nvidia1 Cores=4-7\n",
        shape="Boards=2 SocketsPerBoard=1 CoresPerSocket=4",
    ),
    "every socket is a core": Given("gpu:1", "Name=gpu File=/dev/nvidia0 Cores=3\n", shape="CPUs=8"),
}
REFUSED = {
    "NodeName behind Name": ("SLF101", Given("gpu:4", "Name=gpu NodeName=n1 File=/dev/nvidia[0-3]\n")),
    "a type in one line of two": (
        "SLF512",
        Given("gpu:4", "NodeName=n1 Name=gpu Type=a File=/dev/nvidia0\nName=gpu File=/dev/nvidia[1-3]\n"),
    ),
    "a type in slurm.conf alone": ("SLF505", Given("gpu:a:4", FOUR)),
    "two entries of one type, too many": (
        "SLF505",
        Given("gpu:a:2,gpu:a:2", "Name=gpu Type=a File=/dev/nvidia[0-1]\n"),
    ),
    "detected on no node": ("SLF505", Given("gpu:4", "Name=gpu AutoDetect=nvml\n")),
    "shares of another file": (
        "SLF516",
        Given("gpu:4,shard:16", f"{FOUR}Name=shard Count=16 File=/dev/nvidia[4-7]\n", "gpu,shard"),
    ),
    "too few shares": ("SLF513", Given("gpu:4,shard:16", f"{FOUR}Name=shard Count=8\n", "gpu,shard")),
    "shares of nothing": ("SLF513", Given("shard:16", "Name=shard Count=16\n", "gpu,shard")),
    "shares without gpu": ("SLF513", Given("shard:16", "Name=shard Count=16\n", "shard")),
    "cores above the last, sockets not said": (
        "SLF509",
        Given("gpu:1", "Name=gpu File=/dev/nvidia0 Cores=4\n", shape="CPUs=8 ThreadsPerCore=2"),
    ),
}
FROM_24_11 = {
    "cores that are no number": Given("gpu:1", "Name=gpu File=/dev/nvidia0 Cores=x\n"),
    "half a socket by its old name": Given("gpu:1", "Name=gpu File=/dev/nvidia0 CPUs=0-1\n"),
    "half a socket of boards": Given(
        "gpu:1", "Name=gpu File=/dev/nvidia0 Cores=0-1\n", shape="Boards=1 SocketsPerBoard=2 CoresPerSocket=4"
    ),
    "half of two sockets by steps": Given("gpu:1", "Name=gpu File=/dev/nvidia0 Cores=0-6:2\n"),
}
WITH_A_WORD = {
    "a name that is no type": Given("gpu:4", f"{FOUR}Name=fpga Count=2\n"),
    "a space in GresTypes": Given("gpu:4,fpga:1", f"{FOUR}Name=fpga Count=1\n", '"gpu, fpga"'),
    "a name with a hyphen": Given("gpu:4,my-dev:1", FOUR),
    "sockets with a comma": Given("gpu:4(S:0,1)", FOUR),
    "off on no node": Given("gpu:4", "Name=gpu AutoDetect=off File=/dev/nvidia[0-3]\n"),
}


@pytest.fixture(scope="module", params=list(RELEASES))
def linter(request: pytest.FixtureRequest) -> Iterator[Linter]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite) as running:
        assert running.run(["install", "-d", f"{site.SPOOL}/n1"]).rc == 0
        yield running


def files_of(given: Given, suite: str) -> dict[str, str]:
    node = f"NodeName=n1 {' '.join(f'{key}={value}' for key, value in site.node_options(1).items())}"
    conf = f"{CLUSTER}GresTypes={given.types}\n{node} {given.shape} Gres={given.gres}\n"
    conf += "PartitionName=p Nodes=ALL Default=YES MaxTime=60 DefaultTime=10\n"
    return {"slurm.conf": conf, "gres.conf": given.lines, "cgroup.conf": site.lines(site.cgroup_conf(suite))}


def found(files: dict[str, str], suite: str) -> dict[str, Severity]:
    return {it.code: it.severity for it in judge_files(files, RELEASES[suite]) if it.code not in NOT_ITS_BUSINESS}


def registered(linter: Linter) -> str:
    """The node's State once slurmd has registered it; empty where one of the daemons ends."""
    try:
        linter.start_controller(8)
    except (DaemonEndedError, SandboxError):
        return ""
    state = ""

    def known() -> bool:
        nonlocal state
        shown = linter.run(["scontrol", "-o", "show", "node", "n1"]).out
        state = next((word for word in shown.split() if word.startswith("State=")), "")
        return "INVALID_REG" in state or "IDLE" in state

    daemon = linter.start("slurmd-n1", ["slurmd", "-D", "-N", "n1"])
    try:
        return state if linter.wait_for("node n1", known, daemon, 8) else ""
    finally:
        daemon.kill()
        linter.stop_controller(forget=True)


def devices(linter: Linter, files: dict[str, str]) -> list[str]:
    """The faults that slurmd finds in the two files."""
    linter.write(files)
    shown = linter.run(["slurmd", "-G", "-N", "n1"]).out
    return faults("slurmd", shown.splitlines(), RELEASES[linter.suite])


@pytest.mark.parametrize("name", list(TAKEN))
def test_what_is_taken_is_no_error(linter: Linter, name: str) -> None:
    files = files_of(TAKEN[name], linter.suite)
    assert devices(linter, files) == []
    assert "IDLE" in registered(linter)
    assert Severity.ERROR not in found(files, linter.suite).values()


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_gives_no_node_is_an_error(linter: Linter, name: str) -> None:
    code, given = REFUSED[name]
    files = files_of(given, linter.suite)
    assert devices(linter, files) or "INVALID_REG" in registered(linter)
    assert found(files, linter.suite)[code] is Severity.ERROR


@pytest.mark.parametrize("name", list(FROM_24_11))
def test_what_a_later_release_drains_is_told_before(linter: Linter, name: str) -> None:
    files = files_of(FROM_24_11[name], linter.suite)
    drained = RELEASES[linter.suite] >= "24.11"
    linter.write(files)
    assert ("INVALID_REG" in registered(linter)) is drained
    assert found(files, linter.suite)["SLF509" if drained else "SLF510"]


@pytest.mark.parametrize("name", list(WITH_A_WORD))
def test_what_is_taken_with_an_error_line_is_told(linter: Linter, name: str) -> None:
    files = files_of(WITH_A_WORD[name], linter.suite)
    assert devices(linter, files)
    assert any(it.rank >= Severity.WARNING.rank for it in found(files, linter.suite).values())
