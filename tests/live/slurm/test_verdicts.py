"""Our verdict on small files beside slurmctld's own, on every release.

What it refuses is an error of ours; what it takes with an error line is at least a warning; what it takes without a
word is no error, but for what it takes and gets wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenantry.backends.slurm.files import judge_files
from tenantry.finding import Severity
from tests.live.slurm.inputs import CLUSTER, Input, agree
from tests.live.slurm.install import RELEASES, missing
from tests.live.slurm.lint import Linter
from tests.support.real import require

pytestmark = pytest.mark.slurm

DATABASE = "AccountingStorageType=accounting_storage/slurmdbd\n"
LEAVES = "SwitchName=a Nodes=h[1-2]\nSwitchName=b Nodes=h2\n"

INPUTS = {
    "nothing wrong": Input(),
    "unknown key": Input("FooBar=1"),
    "unknown key of a node": Input(node="Foo=1"),
    "unknown key of a partition": Input(partition="MaxTim=60"),
    "key of cgroup.conf": Input("ConstrainDevices=yes"),
    "removed keys": Input("CacheGroups=1"),
    "removed with words": Input("SallocDefaultCommand=x"),
    "FastSchedule=1": Input("FastSchedule=1"),
    "FastSchedule=2": Input("FastSchedule=2"),
    "HashPlugin": Input("HashPlugin=hash/k12"),
    "PreemptParameters": Input("PreemptParameters=foo"),
    "CoreSpecPlugin": Input("CoreSpecPlugin=core_spec/none"),
    "MaxCPUsPerSocket": Input(partition="MaxCPUsPerSocket=2"),
    "ExclusiveTopo": Input(partition="ExclusiveTopo=YES"),
    "setting twice": Input("KillWait=30\nKillWait=40"),
    "ClusterName twice": Input("ClusterName=lab"),
    "two names of the cluster": Input("ClusterName=other"),
    "node twice": Input(more="NodeName=h2 NodeAddr=127.0.0.1 Port=18009"),
    "node twice in one list": Input(more="NodeName=b5,b5 NodeAddr=127.0.0.1 Port=[18009-18010]"),
    "node twice in a partition": Input(nodes="h1,h1"),
    "partition twice": Input(more="PartitionName=p Nodes=h1"),
    "node called ALL": Input(more="NodeName=ALL NodeAddr=127.0.0.1 Port=18009"),
    "set called as a node": Input(more="NodeSet=h1 Nodes=h[1-2]"),
    "node set": Input(more="NodeSet=some Nodes=h[1-2]\nPartitionName=q Nodes=some"),
    "CPUs that do not fit": Input(node="CPUs=10 Sockets=2 CoresPerSocket=4"),
    "memory with a unit": Input(node="RealMemory=1T"),
    "negative memory": Input(node="RealMemory=-1"),
    "octal memory": Input(node="RealMemory=0777"),
    "Weight=abc": Input(node="Weight=abc"),
    "State=FOO": Input(node="State=FOO"),
    "State=CLOUD": Input(node="State=CLOUD"),
    "MaxTime=2days": Input(partition="MaxTime=2days"),
    "MaxTime=2h": Input(partition="MaxTime=2h"),
    "MaxTime=2-": Input(partition="MaxTime=2-12:30"),
    "MaxTime=UNLIMITED": Input(partition="MaxTime=UNLIMITED DefaultTime=UNLIMITED"),
    "PriorityTier=70000": Input(partition="PriorityTier=70000"),
    "PriorityTier=abc": Input(partition="PriorityTier=abc"),
    "GraceTime=abc": Input(partition="GraceTime=abc"),
    "State of a partition": Input(partition="State=FOO"),
    "Hidden=MAYBE": Input(partition="Hidden=MAYBE"),
    "OverSubscribe=FOO": Input(partition="OverSubscribe=FOO"),
    "OverSubscribe=FORCE:4": Input(partition="OverSubscribe=FORCE:4"),
    "OverSubscribe=FORCE:0": Input(partition="OverSubscribe=FORCE:0"),
    "OverSubscribe=YES:x": Input(partition="OverSubscribe=YES:x"),
    "CpuBind=foo": Input(partition="CpuBind=foo"),
    "CpuBind": Input(node="CpuBind=Cores", partition="CpuBind=ldom"),
    "SlurmdDebug=foo": Input("SlurmdDebug=foo"),
    "SlurmdDebug": Input("SlurmdDebug=DEBUG3\nSlurmctldSyslogDebug=quiet"),
    "limits in small letters": Input("PropagateResourceLimits=memlock"),
    "limits": Input("PropagateResourceLimitsExcept=MEMLOCK,RLIMIT_STACK"),
    "unknown nodes": Input(nodes="zz"),
    "unbalanced bracket": Input(nodes="h[1-2"),
    "text after a bracket": Input(more="NodeName=b[5-6]n3 NodeAddr=127.0.0.1 Port=[18009-18010]"),
    "brackets to the end": Input(more="NodeName=b[5-6]n[3] NodeAddr=127.0.0.1 Port=[18009-18010]"),
    "allow and deny": Input(partition="AllowAccounts=a DenyAccounts=b"),
    "old names": Input(node="CPUs=8 Features=a", partition="Shared=NO Priority=5"),
    "spaces and lower case": Input("maxjobcount = 500"),
    "gres": Input("GresTypes=gpu", node="CPUs=8 Gres=gpu:h100:8"),
    "gres of no type": Input("GresTypes=gpu", node="CPUs=8 Gres=foo:1"),
    "gres with a bad count": Input("GresTypes=gpu", node="CPUs=8 Gres=gpu:h100:8x"),
    "memory defaults twice": Input("DefMemPerCPU=10\nDefMemPerNode=10"),
    "memory limits twice": Input(partition="MaxMemPerCPU=10 MaxMemPerNode=100"),
    "no gres": Input(node="CPUs=8 Gres=none"),
    "no gres beside others": Input("GresTypes=gpu", node="CPUs=8 Gres=none"),
    "memory defaults": Input("DefMemPerGPU=10\nDefCpuPerGPU=2"),
    "SelectTypeParameters=CR_Foo": Input("SelectTypeParameters=CR_Foo"),
    "SelectTypeParameters": Input("SelectTypeParameters=CR_Core_Memory,CR_ONE_TASK_PER_CORE\nDefMemPerCPU=10"),
    "cores twice": Input("SelectTypeParameters=CR_Core,CR_Memory"),
    "memory alone": Input("SelectTypeParameters=CR_Memory\nDefMemPerNode=10"),
    "neither cores nor CPUs": Input("SelectTypeParameters=CR_LLN"),
    "ENFORCE_BINDING_GRES": Input("SelectTypeParameters=CR_Core,ENFORCE_BINDING_GRES"),
    "EnforcePartLimits=FOO": Input("EnforcePartLimits=FOO"),
    "EnforcePartLimits=YES": Input("EnforcePartLimits=YES"),
    "PriorityDecayHalfLife=14d": Input("PriorityDecayHalfLife=14d"),
    "PriorityDecayHalfLife=7-0": Input("PriorityDecayHalfLife=7-0"),
    "PriorityWeightAge=abc": Input("PriorityWeightAge=abc"),
    "KillWait=99999": Input("KillWait=99999"),
    "DisableRootJobs=MAYBE": Input("DisableRootJobs=MAYBE"),
    "preempt/qos, OFF": Input("PreemptType=preempt/qos\nPreemptMode=OFF"),
    "preempt/qos alone": Input("PreemptType=preempt/qos"),
    "preempt/qos, REQUEUE": Input("PreemptType=preempt/qos\nPreemptMode=REQUEUE"),
    "preempt/qos, REQUEUE,WITHIN": Input("PreemptType=preempt/qos\nPreemptMode=REQUEUE,WITHIN"),
    "preempt/qos, SUSPEND": Input("PreemptType=preempt/qos\nPreemptMode=SUSPEND"),
    "preempt/qos, SUSPEND,GANG": Input("PreemptType=preempt/qos\nPreemptMode=SUSPEND,GANG"),
    "preempt/qos, GANG": Input("PreemptType=preempt/qos\nPreemptMode=GANG"),
    "no preemption, REQUEUE": Input("PreemptMode=REQUEUE"),
    "no preemption, GANG": Input("PreemptMode=GANG"),
    "PreemptMode=FOO": Input("PreemptType=preempt/qos\nPreemptMode=FOO"),
    "preempt/foo": Input("PreemptType=preempt/foo\nPreemptMode=REQUEUE"),
    "SchedulerType": Input("SchedulerType=sched/foo"),
    "PriorityType": Input("PriorityType=priority/foo"),
    "TopologyPlugin=foo": Input("TopologyPlugin=topology/foo"),
    "TopologyPlugin=flat": Input("TopologyPlugin=topology/flat"),
    "host on two switches": Input("TopologyPlugin=topology/tree", topology=f"{LEAVES}SwitchName=c Switches=a,b\n"),
    "host on no switch": Input("TopologyPlugin=topology/tree", topology="SwitchName=a Nodes=h1\n"),
    "unknown host on a switch": Input("TopologyPlugin=topology/tree", topology="SwitchName=a Nodes=h[1-3]\n"),
    "enforced without a database": Input("AccountingStorageEnforce=limits"),
    "tracked without a database": Input("AccountingStorageTRES=gres/gpu\nGresTypes=gpu", node="CPUs=8 Gres=gpu:8"),
}  # fmt: skip

WITH_DATABASE = {
    "weights": Input(
        "AccountingStorageTRES=gres/gpu", partition='TRESBillingWeights="CPU=1.0,Mem=0.25G,GRES/gpu=10"'
    ),
    "weight of an unknown TRES": Input("AccountingStorageTRES=gres/gpu", partition="TRESBillingWeights=GRES/gpuu=1"),
    "weight of a type that is not listed": Input(
        "AccountingStorageTRES=gres/gpu", partition="TRESBillingWeights=gres/gpu:h100=1"
    ),
    "weight with a space": Input("AccountingStorageTRES=gres/gpu", partition='TRESBillingWeights="CPU=1, GRES/gpu=2"'),
    "weight that is no number": Input(partition="TRESBillingWeights=CPU=x"),
    "PriorityWeightTRES": Input("AccountingStorageTRES=gres/gpu\nPriorityWeightTRES=CPU=100,gres/gpu=500"),
    "AccountingStorageTRES=foo": Input("AccountingStorageTRES=foo"),
    "AccountingStorageTRES in capitals": Input("AccountingStorageTRES=GRES/GPU"),
    "AccountingStorageEnforce=foo": Input("AccountingStorageEnforce=foo"),
    "AccountingStorageEnforce": Input("AccountingStorageEnforce=associations,limits,qos,safe"),
}  # fmt: skip

SILENT = {
    "default time above the maximum": ("SLF401", Input(partition="MaxTime=60 DefaultTime=120")),
    "GPUs without GresTypes": ("SLF501", Input(node="CPUs=8 Gres=gpu:8")),
    "two default partitions": ("SLF406", Input(more="PartitionName=q Nodes=h1 Default=YES")),
    "two counts": ("SLF502", Input("GresTypes=gpu", node="CPUs=8 Gres=gpu:4:a100")),
    "a type and none": ("SLF503", Input("GresTypes=gpu", node="CPUs=8 Gres=gpu:a100:2,gpu:2")),
}


@pytest.fixture(scope="module", params=list(RELEASES))
def linter(request: pytest.FixtureRequest) -> Iterator[Linter]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite) as running:
        yield running


@pytest.fixture(scope="module", params=list(RELEASES))
def with_database(request: pytest.FixtureRequest) -> Iterator[Linter]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite, database=True) as running:
        yield running


@pytest.mark.parametrize("name", list(INPUTS))
def test_the_same_verdict(linter: Linter, name: str) -> None:
    agree(linter, INPUTS[name].files(linter.suite, CLUSTER))


@pytest.mark.parametrize("name", list(WITH_DATABASE))
def test_the_same_verdict_with_a_database(with_database: Linter, name: str) -> None:
    agree(with_database, WITH_DATABASE[name].files(with_database.suite, CLUSTER + DATABASE))


@pytest.mark.parametrize("name", list(SILENT))
def test_what_slurmctld_takes_and_gets_wrong_is_told(linter: Linter, name: str) -> None:
    code, given = SILENT[name]
    files = given.files(linter.suite, CLUSTER)
    assert linter.lint(files).clean
    assert {it.severity for it in judge_files(files, RELEASES[linter.suite]) if it.code == code} == {Severity.ERROR}
