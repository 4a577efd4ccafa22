"""What a difference takes, by release."""

from __future__ import annotations

import csv
from importlib import resources

import pytest

from tenantry.backends.slurm.effective.things import Kind
from tenantry.backends.slurm.facts import RELEASES
from tenantry.backends.slurm.impact import ADDED, ANY, REMOVED, impact
from tenantry.backends.slurm.parameters.table import CGROUP_CONF, GRES_CONF, RECORDS, SLURM_CONF, parameters
from tenantry.change.difference import Difference
from tenantry.change.impact import Impact

TABLES = {"slurm.conf": SLURM_CONF, "cgroup.conf": CGROUP_CONF, "gres.conf of node": GRES_CONF, **{
    kind: RECORDS[record] for kind, record in (("node", "NodeName"), ("partition", "PartitionName"))
}}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "field", "found", "release", "takes"),
    [
        (Kind.CONFIG, "SchedulerParameters", "x", "22.05", Impact.RECONFIGURE),
        (Kind.CONFIG, "schedulertype", "x", "22.05", Impact.RESTART_SLURMCTLD),
        (Kind.CONFIG, "SchedulerType", "x", "24.11", Impact.RECONFIGURE),
        (Kind.CONFIG, "SelectType", "x", "26.05", Impact.DRAIN),
        (Kind.PARTITION, "MaxTime", "x", "22.05", Impact.RECONFIGURE),
        (Kind.PARTITION, "", None, "22.05", Impact.RECONFIGURE),
        (Kind.PARTITION, "", "there", "24.11", Impact.DRAIN),
        (Kind.NODE, "", None, "22.05", Impact.RESTART_SLURMCTLD),
        (Kind.NODE, "", None, "24.11", Impact.RECONFIGURE),
        (Kind.NODE, "", "there", "22.05", Impact.DRAIN_RESTART),
        (Kind.NODE, "", "there", "26.05", Impact.DRAIN),
        (Kind.NODE, "Gres", "gpu:h100:4", "26.05", Impact.DRAIN),
        (Kind.NODE, "registered Gres", "gpu:h100:4", "26.05", Impact.DRAIN),
        (Kind.NODE, "CPUs", "8", "23.02", Impact.DRAIN_RESTART),
        (Kind.NODE, "Procs", "8", "23.11", Impact.DRAIN),
        (Kind.NODE, "RealMemory", "8", "22.05", Impact.RESTART_SLURMCTLD),
        (Kind.NODE, "RealMemory", "8", "24.11", Impact.RECONFIGURE),
        (Kind.NODE, "Features", "x", "22.05", Impact.RECONFIGURE),
        (Kind.NODE, "State", "DOWN", "22.05", Impact.NOTHING),
        (Kind.GRES, "", None, "22.05", Impact.RESTART_SLURMCTLD),
        (Kind.GRES, "", "there", "24.11", Impact.DRAIN),
        (Kind.GRES, "gpu:h100", "File=/dev/nvidia[0-3]", "24.11", Impact.DRAIN),
        (Kind.GRES, "AutoDetect", "nvml", "22.05", Impact.DRAIN_RESTART),
    ],
)
def test_what_a_difference_takes(kind: Kind, field: str, found: str | None, release: str, takes: Impact) -> None:
    assert impact(kind, Difference("it", field, "there", found), release) is takes


@pytest.mark.parametrize(("release", "takes"), [("22.05", Impact.RESTART_SLURMCTLD), ("24.11", Impact.RECONFIGURE)])
def test_the_same_devices_on_other_cores_keep_their_jobs(release: str, takes: Impact) -> None:
    wanted, found = "Cores=0-7 File=/dev/b; Cores=8-15 File=/dev/a", "Cores=0-7 File=/dev/a; Cores=8-15 File=/dev/b"
    assert impact(Kind.GRES, Difference("it", "gpu:h100", wanted, found), release) is takes
    assert impact(Kind.GRES, Difference("it", "gpu:h100", wanted, found[:24]), release).rank >= Impact.DRAIN.rank


def test_every_line_of_the_table_is_about_a_key_of_slurms() -> None:
    text = resources.files("tenantry.backends.slurm.parameters").joinpath("impact.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        known = {it.lower() for it in parameters(TABLES[row["kind"]])}
        assert row["key"] in {ADDED, REMOVED, ANY} or row["key"].lower() in known, row
        assert not row["last"] or row["last"] in RELEASES
        assert Impact[row["impact"]].rank > Impact.RECONFIGURE.rank
