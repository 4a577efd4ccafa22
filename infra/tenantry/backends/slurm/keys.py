"""The parameters the program decides, as data for the rule that refuses them in a document's passthrough.

Beside those that are written stand their other names and what would void them: other files, a partition that comes
first or is closed to some, work that may not be evicted or runs longer than its tier allows.

Those of every release and of both kinds of file: what is decided elsewhere in a document is never a site's setting too.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tenantry.backends.slurm.policy import UNSET

_SETTINGS: Final = """
    ClusterName AccountingStorageType AccountingStorageEnforce AccountingStorageTRES GresTypes
    SelectType SelectTypeParameters SchedulerType SchedulerParameters EnforcePartLimits
    PriorityType PriorityDecayHalfLife PriorityWeightAge PriorityWeightAssoc PriorityWeightFairshare
    PriorityWeightJobSize PriorityWeightPartition PriorityWeightQOS PreemptType PreemptMode JobRequeue TopologyPlugin
    NodeName PartitionName
    Include NodeSet DownNodes FrontendName DefMemPerCPU DefMemPerNode DefMemPerGPU DefCpuPerGPU JobDefaults
    PreemptExemptTime OverTimeLimit
"""
_NODES: Final = """
    Features Procs Boards SocketsPerBoard
    NodeName CPUs Sockets CoresPerSocket ThreadsPerCore CoreSpecCount CpuSpecList RealMemory MemSpecLimit Gres Feature
"""
_PARTITIONS: Final = """
    PartitionName Nodes State AllowAccounts QOS Topology DefaultTime MaxTime DefMemPerCPU DefMemPerNode DefCpuPerGPU
    DefMemPerGPU TRESBillingWeights
    Priority PriorityTier PreemptMode GraceTime OverTimeLimit OverSubscribe Shared SelectTypeParameters JobDefaults
    DenyAccounts AllowQos DenyQos RootOnly ReqResv
"""
_CGROUP: Final = "ConstrainCores ConstrainDevices ConstrainRAMSpace"


def _lower(names: str) -> frozenset[str]:
    return frozenset(names.lower().split())


WRITTEN: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "settings": _lower(_SETTINGS) | {key.lower() for key in UNSET},
        "nodes": _lower(_NODES),
        "partitions": _lower(_PARTITIONS),
        "cgroup": _lower(_CGROUP),
    }
)
"""Kind of passed-through settings to parameters in lower case: Slurm's know no upper and lower case."""

VOIDING: Final[Mapping[str, Mapping[str, frozenset[str]]]] = MappingProxyType(
    {
        "settings": {
            "priorityflags": _lower(
                "NO_FAIR_TREE DEPTH_OBLIVIOUS NO_NORMAL_ALL NO_NORMAL_ASSOC NO_NORMAL_PART NO_NORMAL_QOS NO_NORMAL_TRES"
            ),
            "preemptparameters": _lower("min_exempt_priority"),
        },
        "nodes": {"state": _lower("DOWN DRAIN FAIL FAILING FUTURE")},
    }
)
"""Kind to parameters that are a site's own, but for these words of their values: tier order rests on normalised QOS
priorities, shares on the Fair Tree, reclaiming on every burst job, and capacity on every node of a pool."""
