"""How each field is read, what it is where nobody set it, and by which other names it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final

from tenantry.backends.slurm.effective import forms
from tenantry.backends.slurm.effective.counted import REGISTERED
from tenantry.backends.slurm.effective.forms import Form
from tenantry.backends.slurm.effective.things import Fields, Kind
from tenantry.backends.slurm.parameters.table import CGROUP_CONF, RECORDS, SLURM_CONF, parameters

_BY_TYPE: Final[Mapping[str, Form]] = {
    "boolean": forms.flag,
    "uint16": forms.number,
    "uint32": forms.number,
    "uint64": forms.memory,
    "long": forms.number,
}
"""How the parser reads a key says how to compare it, unless a table below knows better."""


@dataclass(frozen=True, slots=True)
class KindTable:
    """One kind of thing."""

    parameters: str
    """The table of its keys (``parameters.table``); empty where there is none."""
    forms: Mapping[str, Form]
    """Key in lower case to its form, where that does not follow from the parser's type."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Key in Slurm's spelling to what holds where nobody sets it; only keys that no other setting decides."""
    state: frozenset[str] = frozenset()
    """Keys in lower case that operators and failures change: in a running Slurm they are no configuration."""
    registered: Mapping[str, str] = field(default_factory=dict)
    """Field that only a running Slurm shows to the key, in lower case, whose value it should have."""


def _forms(**keys: str) -> dict[str, Form]:
    return {key.lower(): getattr(forms, form) for form, names in keys.items() for key in names.split()}


_CONFIG: Final = _forms(
    plugin="""
        SelectType SchedulerType PriorityType PreemptType ProctrackType TaskPlugin JobAcctGatherType
        AccountingStorageType AuthType CredType SwitchType AcctGatherEnergyType AcctGatherFilesystemType
        AcctGatherInterconnectType AcctGatherProfileType JobCompType MCSPlugin HashPlugin JobContainerType NamespaceType
        PrEpPlugins BurstBufferType NodeFeaturesPlugins JobSubmitPlugins CliFilterPlugins MpiDefault CertmgrType TLSType
        AuthAltTypes PrioritySiteFactorPlugin
    """,
    topology="TopologyPlugin",
    word="""
        AccountingStorageEnforce AccountingStoreFlags SelectTypeParameters PreemptMode PreemptParameters PriorityFlags
        DebugFlags HealthCheckNodeState PrivateData GresTypes SchedulerParameters PriorityParameters SlurmctldParameters
        SlurmdParameters LaunchParameters PrologFlags TopologyParam TaskPluginParam CommunicationParameters
        DependencyParameters ReconfigFlags PropagateResourceLimits PropagateResourceLimitsExcept JobDefaults
        PriorityUsageResetPeriod LogTimeFormat CpuFreqDef CpuFreqGovernors ClusterName
    """,
    minutes="PriorityDecayHalfLife PriorityCalcPeriod PriorityMaxAge PreemptExemptTime",
    number="SuspendTime ResvOverRun SlurmctldPort JobAcctGatherFrequency",
    level="SlurmctldDebug SlurmdDebug SlurmctldSyslogDebug SlurmdSyslogDebug",
    user="SlurmUser SlurmdUser JobCompUser",
    tres="AccountingStorageTRES",
    weights="PriorityWeightTRES",
    parts_limit="EnforcePartLimits",
    flag="JobRequeue KillOnBadExit JobFileAppend GroupUpdateForce",
)
_PARTITION: Final = _forms(
    hosts="Nodes",
    word="State QOS DenyAccounts DenyQos PreemptMode SelectTypeParameters Topology Alternate Exclusive",
    everybody="AllowAccounts AllowGroups AllowQos AllocNodes",
    minutes="DefaultTime MaxTime OverTimeLimit",
    share="OverSubscribe",
    weights="TRESBillingWeights",
    number="DefCpuPerGPU",
)
_NODE: Final = _forms(gres="Gres", weights="TRESWeights") | {REGISTERED: forms.gres}

TABLES: Final[Mapping[Kind, KindTable]] = MappingProxyType(
    {
        Kind.CONFIG: KindTable(
            SLURM_CONF,
            _CONFIG,
            {
                "PriorityWeightTRES": "",
                "PrioritySiteFactorPlugin": "",
                "PriorityFlags": "",
                "PreemptExemptTime": "00:00:00",
                "OverTimeLimit": "0",
                "DefMemPerNode": "UNLIMITED",
                "DefMemPerCPU": "UNLIMITED",
                "DefCpuPerGPU": "",
                "DefMemPerGPU": "",
            },
        ),
        Kind.CGROUP: KindTable(CGROUP_CONF, {}),
        Kind.PARTITION: KindTable(
            RECORDS["PartitionName"],
            _PARTITION,
            {
                "Default": "NO",
                "AllowAccounts": "ALL",
                "AllowGroups": "ALL",
                "AllowQos": "ALL",
                "AllocNodes": "ALL",
                "DenyAccounts": "",
                "DenyQos": "",
                "ExclusiveUser": "NO",
                "GraceTime": "0",
                "Hidden": "NO",
                "LLN": "NO",
                "MaxCPUsPerNode": "UNLIMITED",
                "MaxNodes": "UNLIMITED",
                "MinNodes": "0",
                "OverSubscribe": "NO",
                "OverTimeLimit": "NONE",
                "PriorityJobFactor": "1",
                "PriorityTier": "1",
                "QOS": "",
                "ReqResv": "NO",
                "RootOnly": "NO",
                "SelectTypeParameters": "NONE",
                "DefMemPerNode": "UNLIMITED",
                "DefMemPerCPU": "UNLIMITED",
                "DefCpuPerGPU": "",
                "DefMemPerGPU": "",
            },
        ),
        Kind.NODE: KindTable(
            RECORDS["NodeName"],
            _NODE,
            {"CoreSpecCount": "0", "MemSpecLimit": "0", "Gres": "", "Feature": "", "Weight": "1"},
            frozenset({"state", "reason"}),
            {REGISTERED: "gres"},
        ),
        Kind.GRES: KindTable("", {}),
        Kind.TOPOLOGY: KindTable("", _forms(hosts="Nodes Switches children")),
    }
)

SAME: Final[Mapping[str, str]] = {
    "shared": "oversubscribe",
    "features": "feature",
    "procs": "cpus",
    "priority": "prioritytier",
}
"""Second names of options, in lower case."""

INHERITED: Final = frozenset({"preemptmode"})
"""Keys that a partition takes from the whole cluster where it does not set them."""


def inherited(config: Fields, partition: Fields) -> Fields:
    """A partition with what it takes from the cluster."""
    return {key: config[key] for key in INHERITED & config.keys()} | dict(partition)


def canonical(key: str) -> str:
    """The one name, in lower case, of a key in any spelling."""
    low = key.lower()
    return SAME.get(low, low)


@cache
def form(kind: Kind, key: str) -> Form:
    """How a field, by key in lower case, is compared."""
    table = TABLES[kind]
    if key in table.forms:
        return table.forms[key]
    known = parameters(table.parameters).get(key) if table.parameters else None
    return _BY_TYPE.get(known.type if known else "", forms.text)


@cache
def defaults(kind: Kind) -> Mapping[str, tuple[str, str]]:
    """Key in lower case to its spelling and default."""
    return {key.lower(): (key, value) for key, value in TABLES[kind].defaults.items()}
