"""Trees and blocks, with hosts that no topology places: slurmctld serves them without an error.

It warns of such hosts beside blocks, and of topology.yaml when no tree spans the cluster; jobs ran on them on both
releases all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import RELEASES, missing
from tests.live.slurm.lint import Linter
from tests.support.documents import resolved_text
from tests.support.real import require

pytestmark = pytest.mark.slurm

SUITES = ("trixie", "sid")

DOCUMENT = """\
fleet: demo
slurm: {{release: "{release}"}}
flavors:
  h100: {{gpu: {{product: NVIDIA-H100-80GB-HBM3, perNode: 8}}, node: {{cpus: 128, memory: 2Ti}}, topology: fabric}}
  epyc: {{node: {{cpus: 64, memory: 256Gi}}}}
topologies:
  fabric:
    kind: {kind}
    levels:
      - {{name: spine, label: example.com/spine, members: {{spine1: "rack[1-2]", spine2: "rack[3-4]"}}}}
      - name: rack
        label: example.com/rack
        members: {{rack1: "g[1-4]", rack2: "g[5-8]", rack3: "g[9-12]", rack4: "g[13-16]"}}
      - {{name: host, label: kubernetes.io/hostname}}
pools:
  mine: {{flavor: h100, hosts: "{hosts}", owner: slurm}}
  theirs: {{flavor: h100, hosts: "g[13-16]", owner: none}}
{cpu}
teams:
  vision: {{quota: {{h100: 8}}, users: [ada]}}
"""
CPU = '  cpu: {flavor: epyc, hosts: "c[1-2]", owner: slurm}'


@pytest.fixture(scope="module", params=SUITES)
def linter(request: pytest.FixtureRequest) -> Iterator[Linter]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite, database=True) as running:
        yield running


@pytest.mark.parametrize("kind", ["tree", "block", "block\n    blockSizes: [4, 8]"], ids=["tree", "block", "sizes"])
@pytest.mark.parametrize("cpu", ["", CPU], ids=["all placed", "cpu nodes outside"])
def test_topology(linter: Linter, kind: str, cpu: str) -> None:
    text = DOCUMENT.format(release=RELEASES[linter.suite], kind=kind, cpu=cpu, hosts="g[1-12]")
    rendered = on_sandbox(resolved_text(text).tenancy, linter.suite)
    linter.write(rendered.files)
    linter.batch(rendered.commands("qos.sacctmgr"))
    verdict = linter.lint(rendered.files)
    assert verdict.runs, verdict.lines
    assert verdict.faults == ()
