"""The parameters the program decides, as data for the rule that refuses them in a document's passthrough.

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
"""
_NODES: Final = """
    NodeName CPUs Sockets CoresPerSocket ThreadsPerCore CoreSpecCount CpuSpecList RealMemory MemSpecLimit Gres Feature
"""
_PARTITIONS: Final = """
    PartitionName Nodes State AllowAccounts QOS Topology DefaultTime MaxTime DefMemPerCPU DefMemPerNode DefCpuPerGPU
    DefMemPerGPU TRESBillingWeights
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
