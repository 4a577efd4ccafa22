"""Small files for slurmctld's verdict and for ours, and what it means that the two agree."""

from __future__ import annotations

from dataclasses import dataclass

from tenantry.backends.slurm.files import judge_files
from tenantry.finding import Severity
from tests.live.slurm import site
from tests.live.slurm.install import RELEASES
from tests.live.slurm.lint import Linter

CLUSTER = f"ClusterName=lab\n{site.lines(site.SLURM_CONF)}SelectType=select/cons_tres\n"
ONE = " ".join(f"{key}={value}" for key, value in site.node_options(2).items())
NOT_ITS_BUSINESS = {"SLF511"}
"""Rules about what only slurmd and a job can notice: the sandbox has no cgroups."""


@dataclass(frozen=True, slots=True)
class Input:
    """What stands in slurm.conf beside the least that runs."""

    settings: str = ""
    node: str = "CPUs=8 RealMemory=1000"
    partition: str = "MaxTime=1-00:00:00 DefaultTime=01:00:00"
    more: str = ""
    nodes: str = "ALL"
    topology: str | None = None
    yaml: str | None = None

    def files(self, suite: str, base: str) -> dict[str, str]:
        """The files, which run in the sandbox where they are right."""
        conf = f"{base}{self.settings}\nNodeName=h[1-2] {ONE} {self.node}\n"
        conf += f"PartitionName=p Nodes={self.nodes} Default=YES {self.partition}\n{self.more}\n"
        files = {"slurm.conf": conf, "cgroup.conf": site.lines(site.cgroup_conf(suite))}
        beside = {"topology.conf": self.topology, "topology.yaml": self.yaml}
        return files | {name: text for name, text in beside.items() if text is not None}


def agree(linter: Linter, files: dict[str, str]) -> None:
    """Asserts that slurmctld's verdict on the files and ours are the same."""
    verdict = linter.lint(files)
    found = [it for it in judge_files(files, RELEASES[linter.suite]) if it.code not in NOT_ITS_BUSINESS]
    worst = max((it.severity.rank for it in found), default=0)
    if not verdict.runs:
        assert worst == Severity.ERROR.rank, verdict.lines[-3:]
    elif verdict.faults:
        assert worst >= Severity.WARNING.rank, verdict.faults
    else:
        assert worst < Severity.ERROR.rank, found
