"""Host lists as real Slurm expands them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenantry.model.hostlist import HostList
from tests.live.slurm.install import RELEASES, missing
from tests.live.slurm.sandbox import Sandbox
from tests.model.test_hostlist import EXPANSIONS
from tests.support.real import require

CONF = "ClusterName=x\nSlurmctldHost=ctl\nAuthType=auth/none\nNodeName=n1\nPartitionName=p Nodes=n1\n"
EACH = 'while IFS= read -r hosts; do scontrol show hostnames "$hosts" 2>&1 | tr "\\n" " "; echo; done'
TEXT_AFTER_A_GROUP = {"b[05,02]n3", "b1u01n1,b2u[05,02]n3"}
FOLDED = ["gpu[001-200]", "n[1,01]", "n[8,08,9,09-11]", "rack[1-2]n[1]", "rack[0-63]n[01-04]", "2,g1-ib,m,n[098-101]"]


@pytest.fixture(scope="module", params=RELEASES)
def slurm(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    reason = missing(request.param)
    require(reason is None, reason or "")
    with Sandbox(request.param) as sandbox:
        written = sandbox.run(["sh", "-c", "mkdir -p /etc/slurm && cat > /etc/slurm/slurm.conf"], text=CONF)
        assert written.rc == 0, written.out
        yield sandbox


def expand(slurm: Sandbox, texts: list[str]) -> dict[str, list[str]]:
    result = slurm.run(["sh", "-c", EACH], text="".join(f"{text}\n" for text in texts))
    return dict(zip(texts, (line.split() for line in result.out.splitlines()), strict=True))


@pytest.mark.slurm
def test_parse_expands_as_slurm_does(slurm: Sandbox) -> None:
    texts = [text for text in EXPANSIONS if slurm.suite != "bookworm" or text not in TEXT_AFTER_A_GROUP]
    for text, hosts in expand(slurm, texts).items():
        assert list(dict.fromkeys(hosts)) == list(HostList.parse(text)), text


@pytest.mark.slurm
def test_slurm_reads_what_is_folded(slurm: Sandbox) -> None:
    texts = [*FOLDED, *(str(HostList.parse(text)) for text in EXPANSIONS)]
    for text, hosts in expand(slurm, texts).items():
        assert set(hosts) == set(HostList.parse(text)), text
        assert str(HostList.parse(text)) == text
