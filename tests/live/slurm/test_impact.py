"""`scontrol reconfigure` is enough for whatever is said to take no more than that.

Every key is changed at once. A key that the daemon goes on showing as it was takes more than reconfiguring; so does one
that it shows and does not obey.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tenantry.backends.slurm.effective.things import Kind
from tenantry.backends.slurm.impact import impact
from tenantry.change.difference import Difference
from tenantry.change.impact import Impact
from tests.live.slurm import samples
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.install import RELEASES, missing
from tests.support.real import require

pytestmark = pytest.mark.slurm

SETTINGS = {
    "SchedulerParameters": ("bf_window=1440", "bf_window=2880"),
    "PriorityWeightQOS": ("1000", "2000"),
    "PriorityDecayHalfLife": ("7-0", "14-0"),
    "PriorityMaxAge": ("7-0", "9-0"),
    "PreemptType": ("preempt/none", "preempt/qos"),
    "PreemptMode": ("OFF", "REQUEUE"),
    "PreemptExemptTime": ("0", "00:10:00"),
    "EnforcePartLimits": ("NO", "ALL"),
    "JobRequeue": ("0", "1"),
    "OverTimeLimit": ("0", "5"),
    "AccountingStorageEnforce": ("associations", "associations,limits,qos,safe"),
    "AccountingStorageTRES": ("gres/gpu", "gres/gpu,gres/gpu:h100"),
    "DefMemPerNode": ("100", "200"),
    "SelectTypeParameters": ("CR_Core", "CR_Core_Memory"),
    "SchedulerType": ("sched/backfill", "sched/builtin"),
    "MaxJobCount": ("10000", "20000"),
    "ReturnToService": ("0", "1"),
    "KillWait": ("30", "60"),
    "SlurmdTimeout": ("300", "400"),
    "MessageTimeout": ("10", "20"),
}
"""Before and after."""
PARTITION = {
    "MaxTime": ("1-00:00:00", "3-00:00:00"),
    "DefaultTime": ("01:00:00", "02:00:00"),
    "PriorityTier": ("1", "5"),
}
NODE = {"Feature": ("a", "b"), "Weight": ("1", "7"), "CPUs": ("16", "8"), "MemSpecLimit": ("10", "20")}
SHOWN = {"Feature": "AvailableFeatures", "CPUs": "CPUTot"}
"""What `scontrol show` calls a key otherwise."""


def _files(suite: str, at: int) -> dict[str, str]:
    files = samples.files(suite, nodes=f"{_options(NODE, at)} RealMemory=1000 Gres=gpu:h100:8")
    kept = [line for line in files["slurm.conf"].splitlines() if line.partition("=")[0] not in SETTINGS]
    own = [f"{key}={values[at]}" for key, values in SETTINGS.items()]
    last = f"PartitionName=impact Nodes=h[1-2] {_options(PARTITION, at)}"
    return files | {"slurm.conf": "\n".join([*own, *kept, last]) + "\n"}


def _options(table: dict[str, tuple[str, str]], at: int) -> str:
    return " ".join(f"{key}={values[at]}" for key, values in table.items())


@dataclass(frozen=True)
class Changed:
    """What a cluster showed before and after it read changed files again."""

    release: str
    cluster: Cluster
    before: dict[tuple[Kind, str], str]
    after: dict[tuple[Kind, str], str]


@pytest.fixture(scope="module", params=list(RELEASES))
def changed(request: pytest.FixtureRequest) -> Iterator[Changed]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Cluster(suite, _files(suite, 0)) as cluster:
        cluster.start_database()
        cluster.start_controller()
        assert cluster.batch("add account a\nadd user root account=a\n").rc == 0
        before = _shown(cluster)
        for name, text in _files(suite, 1).items():
            (cluster.root / "etc/slurm" / name).write_text(text)
        cluster.run(["scontrol", "reconfigure"])  # 22.05 ends with 1 and says that some of it takes a restart
        end = time.monotonic() + 60
        while (after := _shown(cluster)).get((Kind.CONFIG, "killwait")) != "60 sec":
            assert time.monotonic() < end, "the controller does not read its files again"
            time.sleep(0.1)
        yield Changed(RELEASES[suite], cluster, before, after)


def _shown(cluster: Cluster) -> dict[tuple[Kind, str], str]:
    """Every key in lower case, of slurm.conf, the partition and a node."""
    found: dict[tuple[Kind, str], str] = {}
    for line in cluster.run(["scontrol", "show", "config"]).out.splitlines():
        if match := re.match(r"(\S+)\s+= (.*)", line):
            found[Kind.CONFIG, match[1].lower()] = match[2].strip()
    for kind, name in ((Kind.PARTITION, "impact"), (Kind.NODE, "h1")):
        out = cluster.run(["scontrol", "-o", "show", kind.value, name]).out
        found.update(((kind, key.lower()), value) for key, _, value in (it.partition("=") for it in out.split()))
    return found


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        *((Kind.CONFIG, key) for key in SETTINGS),
        *((Kind.PARTITION, key) for key in PARTITION),
        *((Kind.NODE, key) for key in NODE),
    ],
)
def test_reconfigure_is_enough_where_it_is_said_to_be(changed: Changed, kind: Kind, key: str) -> None:
    takes = impact(kind, Difference(str(kind), key, "new", "old"), changed.release)
    shown = (kind, SHOWN.get(key, key).lower())
    took = changed.before[shown] != changed.after[shown]
    assert took or takes.rank > Impact.RECONFIGURE.rank, changed.after[shown]


def _reconfigure(changed: Changed, key: str, value: str) -> None:
    """Wait until this value is shown in the place of the one before."""
    conf = changed.cluster.root / "etc/slurm/slurm.conf"
    kept = [line for line in conf.read_text().splitlines() if line.partition("=")[0] != key]
    conf.write_text("\n".join([f"{key}={value}", *kept]) + "\n")
    changed.cluster.run(["scontrol", "reconfigure"])
    end = time.monotonic() + 60
    while _shown(changed.cluster).get((Kind.CONFIG, key.lower())) != value:
        assert time.monotonic() < end, f"{key} is not shown as {value}"
        time.sleep(0.1)


def _takes(changed: Changed, key: str) -> Impact:
    return impact(Kind.CONFIG, Difference("slurm.conf", key, "new", "old"), changed.release)


def test_a_topology_is_there_where_reconfigure_is_said_to_be_enough(changed: Changed) -> None:
    (changed.cluster.root / "etc/slurm/topology.conf").write_text("SwitchName=leaf Nodes=h[1-2]\n")
    _reconfigure(changed, "TopologyPlugin", "topology/tree")
    obeyed = "SwitchName=leaf" in changed.cluster.run(["scontrol", "show", "topology"]).out
    assert obeyed == (_takes(changed, "TopologyPlugin") is Impact.RECONFIGURE)


def test_priorities_are_others_where_reconfigure_is_said_to_be_enough(changed: Changed) -> None:
    """Without factors priority/multifactor gives none, and priority/basic counts down from the highest there is."""
    _reconfigure(changed, "PriorityType", "priority/basic")
    assert changed.cluster.run(["sbatch", "-o", "/dev/null", "--mem=10", "--wrap", "true"]).rc == 0
    (priority,) = changed.cluster.run(["squeue", "--noheader", "--format", "%Q"]).out.split()
    assert (int(priority) > 10**6) == (_takes(changed, "PriorityType") is Impact.RECONFIGURE), priority
