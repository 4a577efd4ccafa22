"""Forms that mean the same to Slurm, and such that do not."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.effective.counted import REGISTERED
from tenantry.backends.slurm.effective.forms import same
from tenantry.backends.slurm.effective.table import TABLES, canonical, defaults, form
from tenantry.backends.slurm.effective.things import Kind
from tenantry.backends.slurm.parameters.table import parameters

EQUAL = [
    (Kind.CONFIG, "SlurmctldTimeout", "120", "120 sec"),
    (Kind.CONFIG, "EpilogMsgTime", "2000", "2000 usec"),
    (Kind.CONFIG, "ResumeRate", "300", "300 nodes/min"),
    (Kind.CONFIG, "OverTimeLimit", "5", "5 min"),
    (Kind.CONFIG, "SuspendTime", "-1", "INFINITE"),
    (Kind.CONFIG, "ResvOverRun", "UNLIMITED", "INFINITE"),
    (Kind.CONFIG, "PriorityDecayHalfLife", "7-0", "7-00:00:00"),
    (Kind.CONFIG, "PreemptExemptTime", "30", "00:30:00"),
    (Kind.CONFIG, "PreemptMode", "REQUEUE,GANG", "GANG,REQUEUE"),
    (Kind.CONFIG, "PriorityFlags", "MAX_TRES,ACCRUE_ALWAYS", "ACCRUE_ALWAYS,MAX_TRES"),
    (Kind.CONFIG, "SelectTypeParameters", "CR_Core_Memory", "CR_CORE_MEMORY"),
    (Kind.CONFIG, "SelectType", "cons_tres", "select/cons_tres"),
    (Kind.CONFIG, "TaskPlugin", "task/none", "(null)"),
    (Kind.CONFIG, "TaskPluginParam", "none", "(null type)"),
    (Kind.CONFIG, "TopologyPlugin", "topology/none", "topology/flat"),
    (Kind.CONFIG, "TopologyPlugin", "", "topology/default"),
    (Kind.CONFIG, "MpiDefault", "none", "(null)"),
    (Kind.CONFIG, "SlurmUser", "slurm", "slurm(64030)"),
    (Kind.CONFIG, "SlurmctldDebug", "4", "verbose"),
    (Kind.CONFIG, "PriorityFavorSmall", "YES", "Yes"),
    (Kind.CONFIG, "JobRequeue", "1", "yes"),
    (Kind.CONFIG, "EnforcePartLimits", "YES", "ALL"),
    (Kind.CONFIG, "PriorityWeightTRES", "CPU=100,gres/gpu=500", "gres/gpu=500.0,cpu=100"),
    (
        Kind.CONFIG,
        "AccountingStorageTRES",
        "gres/gpu:h100,gres/gpu",
        "cpu,mem,energy,node,billing,fs/disk,vmem,pages,gres/gpu,gres/gpu:h100,gres/gpumem,gres/gpuutil",
    ),
    (Kind.CONFIG, "DefMemPerNode", "0", "UNLIMITED"),
    (Kind.PARTITION, "Nodes", "h1,h2", "h[1-2]"),
    (Kind.PARTITION, "MaxTime", "120", "02:00:00"),
    (Kind.PARTITION, "MaxTime", "INFINITE", "UNLIMITED"),
    (Kind.PARTITION, "DefaultTime", "NONE", ""),
    (Kind.PARTITION, "AllowAccounts", "b,a", "A,b"),
    (Kind.PARTITION, "AllowAccounts", "ALL", ""),
    (Kind.PARTITION, "QOS", "", "N/A"),
    (Kind.PARTITION, "OverSubscribe", "FORCE", "FORCE:4"),
    (Kind.PARTITION, "TRESBillingWeights", "CPU=1.0,GRES/gpu=10,Mem=0", "gres/gpu=10.0,cpu=1"),
    (Kind.NODE, "Gres", "gpu:h100:8", "gpu:h100:8(S:0-1)"),
    (Kind.NODE, "Gres", "gpu:h100:8,shard:32", "shard:32,gpu:h100:8"),
    (Kind.NODE, "Gres", "", "(null)"),
    (Kind.NODE, "Feature", "h100,nvlink", "nvlink,h100"),
    (Kind.NODE, "RealMemory", "2K", "2048"),
]
DIFFERENT = [
    (Kind.CONFIG, "SlurmctldTimeout", "120", "121 sec"),
    (Kind.CONFIG, "PriorityDecayHalfLife", "7-0", "14-00:00:00"),
    (Kind.CONFIG, "SlurmUser", "slurm", "root(0)"),
    (Kind.CONFIG, "StateSaveLocation", "/var/A", "/var/a"),
    (Kind.CONFIG, "AccountingStorageTRES", "gres/gpu", "cpu,mem,gres/gpu,gres/nic"),
    (Kind.CONFIG, "TopologyPlugin", "topology/tree", "topology/flat"),
    (Kind.PARTITION, "Nodes", "h[1-2]", "h[1-3]"),
    (Kind.PARTITION, "MaxTime", "1:30", "01:30:00"),
    (Kind.PARTITION, "AllowAccounts", "a", "ALL"),
    (Kind.PARTITION, "TRESBillingWeights", "GRES/gpu=10", "GRES/gpu=11"),
    (Kind.PARTITION, "OverSubscribe", "NO", "FORCE:1"),
    (Kind.NODE, "Gres", "gpu:h100:8", "gpu:a100:8"),
    (Kind.NODE, "Gres", "gpu:h100:8", "gpu:8"),
    (Kind.NODE, "Feature", "h100", "H100"),
    (Kind.NODE, "CPUs", "128", "what"),
]


@pytest.mark.parametrize(("kind", "key", "one", "other"), EQUAL)
def test_the_same(kind: Kind, key: str, one: str, other: str) -> None:
    assert same(form(kind, canonical(key)), one, other)
    assert same(form(kind, canonical(key)), other, one)


@pytest.mark.parametrize(("kind", "key", "one", "other"), DIFFERENT)
def test_not_the_same(kind: Kind, key: str, one: str, other: str) -> None:
    assert not same(form(kind, canonical(key)), one, other)


@pytest.mark.parametrize("kind", [kind for kind in Kind if TABLES[kind].parameters])
def test_the_table_names_keys_of_slurm_alone(kind: Kind) -> None:
    """But for those that are printed, and never written."""
    known = parameters(TABLES[kind].parameters)
    assert {*TABLES[kind].forms, *defaults(kind)} - {"jobdefaults", REGISTERED} <= known.keys()


@pytest.mark.parametrize("kind", list(Kind))
def test_defaults_have_forms_that_read_them(kind: Kind) -> None:
    for key, (_, value) in defaults(kind).items():
        form(kind, key)(value)
