"""Our verdict on the numbers, addresses and names of nodes beside slurmctld's own, on every release."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.slurm.inputs import CLUSTER, Input, agree
from tests.live.slurm.install import RELEASES, missing
from tests.live.slurm.lint import Linter
from tests.support.real import require

pytestmark = pytest.mark.slurm

SAVING = "ResumeProgram=/bin/true\nSuspendProgram=/bin/true\nSuspendTime=300\n"
LOCAL = "NodeHostname=ctl NodeAddr=127.0.0.1"

INPUTS = {
    "sockets of boards": Input(node="Boards=1 SocketsPerBoard=2 CoresPerSocket=2 ThreadsPerCore=2"),
    "boards of all sockets": Input(node="Boards=2 Sockets=2 CoresPerSocket=4"),
    "CPUs that fit no board": Input(node="CPUs=10 Boards=1 SocketsPerBoard=2 CoresPerSocket=2 ThreadsPerCore=2"),
    "sockets twice": Input(node="Sockets=2 SocketsPerBoard=2 CoresPerSocket=4"),
    "CPUs and threads": Input(node="CPUs=8 ThreadsPerCore=2"),
    "CPUs and threads that do not fit": Input(node="CPUs=9 ThreadsPerCore=2"),
    "CPUs and cores that do not fit": Input(node="CPUs=9 CoresPerSocket=4"),
    "CPUs and sockets that do not fit": Input(node="CPUs=5 Sockets=2"),
    "CPUs are cores": Input(node="CPUs=8 Sockets=2 CoresPerSocket=4 ThreadsPerCore=2"),
    "Procs": Input(node="Procs=8"),
    "hexadecimal": Input(node="CPUs=0x8"),
    "no CPUs": Input(node="CPUs=0"),
    "no sockets": Input(node="CPUs=8 Sockets=0"),
    "no threads": Input(node="CPUs=8 ThreadsPerCore=0"),
    "memory kept": Input(node="RealMemory=1000 MemSpecLimit=100"),
    "all memory kept": Input(node="RealMemory=1000 MemSpecLimit=1000"),
    "memory kept of none": Input(node="MemSpecLimit=100"),
    "cores kept": Input(node="CPUs=8 CoreSpecCount=2"),
    "all cores kept": Input(node="CPUs=8 CoreSpecCount=8"),
    "all cores but not all threads kept": Input(node="CPUs=8 ThreadsPerCore=2 CoreSpecCount=4"),
    "CPUs kept": Input(node="CPUs=8 CpuSpecList=0-1"),
    "CPUs kept that are not there": Input(node="CPUs=8 CpuSpecList=8-9"),
    "cores and CPUs kept": Input(node="CPUs=8 CpuSpecList=0,1 CoreSpecCount=2"),
    "fewer addresses": Input(more="NodeName=b[1-4] NodeAddr=127.0.0.[1-3] Port=[18009-18012]"),
    "more addresses": Input(more="NodeName=b[1-2] NodeAddr=127.0.0.[1-3] Port=[18009-18010]"),
    "as many addresses": Input(more="NodeName=b[1-2] NodeAddr=127.0.0.[1-2] Port=[18009-18010]"),
    "a list of addresses": Input(more="NodeName=b[1-2] NodeAddr=127.0.0.3,127.0.0.4 Port=18009,18010"),
    "fewer host names": Input(more="NodeName=b[1-4] NodeHostname=c[1-3] NodeAddr=127.0.0.1 Port=[18009-18012]"),
    "fewer ports": Input(more=f"NodeName=b[1-4] {LOCAL} Port=[18009-18011]"),
    "down": Input(more='DownNodes=h2 State=DOWN Reason="disk"'),
    "down and unknown": Input(more='DownNodes=h[2-3] State=DOWN Reason="disk"'),
    "never powered down": Input(f"{SAVING}SuspendExcNodes=h1\nSuspendExcParts=p"),
}


@pytest.fixture(scope="module", params=list(RELEASES))
def linter(request: pytest.FixtureRequest) -> Iterator[Linter]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite) as running:
        yield running


@pytest.mark.parametrize("name", list(INPUTS))
def test_the_same_verdict(linter: Linter, name: str) -> None:
    agree(linter, INPUTS[name].files(linter.suite, CLUSTER))
