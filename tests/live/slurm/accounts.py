"""A small tenancy on real Slurm, its accounting database planned and applied through `tenantry` or its parts."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tenantry.backends.slurm.live.local import LocalCommands
from tenantry.backends.slurm.planned import Planned, planned
from tenantry.change.apply import Outcome, apply
from tenantry.change.change import Change
from tenantry.change.plan import Plan
from tenantry.change.safety import Permits
from tenantry.report.plan import outcome_text
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import RELEASES
from tests.live.slurm.sandbox import ENVIRONMENT
from tests.support.documents import ROOT, resolved_text

USERS = {"ada": 2001, "grace": 2002, "alan": 2003, "marie": 2004, "edsger": 2005}
ANY = Permits(max_deletes=1000)

DOCUMENT = """\
fleet: lab
slurm: {{release: "{release}"}}
flavors:
  h100:
    gpu: {{product: NVIDIA-H100-80GB-HBM3, perNode: 8}}
    node: {{cpus: 128, memory: 2Ti, reserved: {{cpus: 8, memory: 64Gi}}}}
pools:
  main: {{flavor: h100, hosts: "gpu[01-08]", owner: slurm}}
tiers:
  production: {{maxTime: 7d, mayBorrow: false}}
  research: {{maxTime: 2d, grace: 5m}}
  scavenger: {{maxTime: 12h}}
groups:
  products: {{sharing: hard}}
  lab: {{sharing: fair}}
departments:
  science: {{share: 60}}
  applied: {{share: 40, cap: {{h100: 32}}}}
teams:
  search: {{group: products, tiers: [production], quota: {{h100: 8}}, users: [marie]}}
  robotics:
    {{group: lab, department: applied, share: 40, quota: {{h100: {{nominal: 16, borrow: 8, lend: 8}}}},
     perJob: {{h100: 8}}, maxRunningJobs: 20, users: [edsger, grace]}}
  vision:
    {{group: lab, department: science, tiers: [research, scavenger],
     quota: {{h100: {{nominal: 24, borrow: 16, lend: 8}}}},
     perUser: {{h100: 8}}, users: [ada, grace]}}
users:
  grace: {{defaultTeam: vision}}
"""


def document(suite: str, changes: Mapping[str, str] | None = None) -> str:
    """The document for a suite's release, with pieces of its text replaced; each has to be there."""
    text = DOCUMENT.format(release=RELEASES[suite])
    for old, new in (changes or {}).items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@dataclass(frozen=True)
class Accounts:
    """A registered cluster, whose accounting is changed from outside the sandbox."""

    cluster: Cluster
    suite: str

    @property
    def commands(self) -> LocalCommands:
        """Slurm's commands in the sandbox."""
        return LocalCommands(tuple(self.cluster.entering([])))

    def planned(self, text: str, permits: Permits = ANY) -> Planned:
        """The plan for a document."""
        return planned(resolved_text(text), self.commands, permits)

    def plan(self, text: str, permits: Permits = ANY) -> Plan:
        """The same, where nothing keeps it from being carried out."""
        made = self.planned(text, permits)
        assert made.findings == ()
        return made.plan

    def apply(self, text: str, permits: Permits = ANY) -> Outcome:
        """Carries out what a document needs."""
        made = self.planned(text, permits)
        assert made.findings == ()
        return apply(made.plan, made.database, _silent)

    def brought_to(self, text: str, permits: Permits = ANY) -> None:
        """The same, and it has to come true: nothing is left, and a second plan is empty."""
        outcome = self.apply(text, permits)
        assert outcome.complete, outcome_text(outcome)
        assert self.plan(text, permits).changes == ()

    def command(self, *words: str, prefix: str = "") -> list[str]:
        """The command line of `tenantry slurm ...` against the sandbox."""
        run_with = shlex.join([*shlex.split(prefix), *self.cluster.entering([])])
        return [sys.executable, "-m", "tenantry", "slurm", *words, "--run-with", run_with]

    def tenantry(self, *words: str, prefix: str = "") -> subprocess.CompletedProcess[str]:
        """Runs it as users do."""
        command = self.command(*words, prefix=prefix)
        return subprocess.run(
            command, env=PYTHON, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False
        )


PYTHON = {**ENVIRONMENT, "PYTHONPATH": str(ROOT / "infra")}


@contextmanager
def accounts(suite: str) -> Iterator[Accounts]:
    """A cluster that slurmctld has registered, its database empty but for the QOS that it starts with."""
    rendered = on_sandbox(resolved_text(document(suite)).tenancy, suite)
    with Cluster(suite, rendered.files) as cluster:
        cluster.add_users(USERS)
        cluster.start_database()
        qos = cluster.batch(rendered.commands("qos.sacctmgr"))
        assert qos.rc == 0, qos.out
        cluster.start_controller()
        yield Accounts(cluster, suite)


def written(folder: Path, text: str) -> str:
    """The document as a file."""
    path = folder / "tenancy.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def _silent(_change: Change) -> None:
    """Nobody watches."""
