"""One site without a finding, and faults that are put into it one by one."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.facts import RELEASES
from tenantry.backends.slurm.files import judge_files
from tenantry.finding import Severity

SLURM_CONF = """\
ClusterName=lab
SlurmctldHost=ctl
SlurmctldTimeout=300
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=4000
TaskPlugin=task/affinity,task/cgroup
ProctrackType=proctrack/cgroup
GresTypes=gpu
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageEnforce=associations,limits,qos
AccountingStorageTRES=gres/gpu,gres/gpu:a100
PreemptType=preempt/qos
PreemptMode=REQUEUE
SchedulerParameters=bf_window=2880,bf_continue
NodeName=DEFAULT Sockets=2 CoresPerSocket=32 ThreadsPerCore=2 State=UNKNOWN
NodeName=gpu[01-04] CPUs=128 RealMemory=1000000 Gres=gpu:a100:8(S:0-1) Feature=a100
NodeName=cpu[01-16] CPUs=128 RealMemory=500000 Weight=1
NodeSet=large Feature=a100
PartitionName=DEFAULT State=UP DefaultTime=01:00:00 MaxTime=2-00:00:00
PartitionName=gpu Nodes=large AllowQos=prod TRESBillingWeights="CPU=1.0,Mem=0.25G,GRES/gpu=10"
PartitionName=cpu Nodes=cpu[01-16] Default=YES OverSubscribe=NO
"""
GRES_CONF = """\
AutoDetect=off
NodeName=gpu[01-04] Name=gpu Type=a100 File=/dev/nvidia[0-3] Cores=0-31
NodeName=gpu[01-04] Name=gpu Type=a100 File=/dev/nvidia[4-7] Cores=32-63
"""
CGROUP_CONF = "ConstrainCores=yes\nConstrainRAMSpace=yes\nConstrainDevices=yes\n"
QOS = "add qos prod set Priority=1000\nadd qos low set Priority=1 Preempt=\n"


def _site(old: str = "", new: str = "") -> dict[str, str]:
    files = {"slurm.conf": SLURM_CONF, "gres.conf": GRES_CONF, "cgroup.conf": CGROUP_CONF, "qos.sacctmgr": QOS}
    assert not old or any(old in text for text in files.values())
    return {name: text.replace(old, new, 1) if old else text for name, text in files.items()}


@pytest.mark.parametrize("release", list(RELEASES))
def test_a_sound_site_has_no_finding_on_any_release(release: str) -> None:
    assert judge_files(_site(), release) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("MaxTime=2-", "MaxTim=2-", "SLF101"),
        ("SlurmctldTimeout", "SlurmctldTimout", "SLF101"),
        ("SlurmctldTimeout=300", "FastSchedule=0", "SLF102"),
        ("SlurmctldTimeout=300", "CacheGroups=1", "SLF102"),
        ("RealMemory=500000", "RealMemory=-1", "SLF201"),
        ("State=UNKNOWN", "State=UNKNOWNN", "SLF205"),
        ("Name=gpu Type", "Name=gpu Tipe", "SLF101"),
        ("AutoDetect=off", "AutoDetect=nvmll", "SLF205"),
        ("Nodes=cpu[01-16]", "Nodes=cpu[01-17]", "SLF404"),
        ("Nodes=cpu[01-16]", "Nodes=cpu[01-16", "SLF405"),
        ("NodeName=cpu[01-16]", "NodeName=cpu[01-16", "SLF010"),
        ("MaxTime=2-00:00:00", "MaxTime=2days", "SLF203"),
        ("DefaultTime=01:00:00", "DefaultTime=3-00:00:00", "SLF401"),
        ("DefaultTime=01:00:00 MaxTime=2-00:00:00", "MaxTime=UNLIMITED", "SLF402"),
        ("GresTypes=gpu\n", "", "SLF501"),
        ("GRES/gpu=", "GRES/gpuu=", "SLF801"),
        ("AccountingStorageEnforce=associations,limits,qos", "AccountingStorageEnforce=associations", "SLF811"),
        ("NodeName=cpu[01-16]", "NodeName=gpu04,cpu[01-16]", "SLF301"),
        ("AllowQos=prod", "AllowQos=prodd", "SLF821"),
        ("[4-7]", "[4-5]", "SLF505"),
        ("Gres=gpu:a100:8", "Gres=gpu:h100:8", "SLF505"),
        ("PartitionName=gpu ", "PartitionName=gpu Default=YES ", "SLF406"),
        ("PreemptMode=REQUEUE", "PreemptMode=OFF", "SLF701"),
        ("ConstrainDevices=yes", "#ConstrainDevices=yes", "SLF511"),
        ("bf_window=2880", "bf_window=1440", "SLF403"),
        ("DefMemPerCPU=4000\n", "", "SLF602"),
        ("Cores=0-31", "Cores=0-15", "SLF509"),
        ("select/cons_tres", "select/cons_res", "SLF205"),
    ],
)
def test_a_fault_is_told(old: str, new: str, code: str) -> None:
    assert code in {it.code for it in judge_files(_site(old, new), "26.05")}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("NodeName=", "nodename="),
        ("PartitionName=cpu Nodes", "PARTITIONNAME = cpu NODES"),
        ("Default=YES", "Default=yes Hidden=no"),
        ("CR_Core_Memory", "cr_core_memory"),
        ("preempt/qos", "Preempt/QOS"),
        ("MaxTime=2-00:00:00", "MaxTime=2880"),
        ("MaxTime=2-00:00:00", "MaxTime=48:00:00"),
        ("State=UP", "State=up"),
        ("OverSubscribe=NO", "Shared=FORCE:4"),
        ("Nodes=cpu[01-16]", "Nodes=cpu01,cpu[02-16]"),
        ("AutoDetect=off\n", "autodetect=NVML\n"),
        ("State=UNKNOWN", "State=CLOUD"),
        ("GRES/gpu=10", "GRES/gpu:a100=10"),
        ("Mem=0.25G", "Mem=256M"),
        ("associations,limits,qos", "safe"),
    ],
)
def test_another_ordinary_spelling_is_not(old: str, new: str) -> None:
    for release in ("22.05", "24.11", "26.05"):
        assert not [it for it in judge_files(_site(old, new), release) if it.severity is not Severity.INFO]
