"""Values that are one of a list, by release, where slurmctld or slurmd refuses anything else.

Sources: read_config.c, slurm_protocol_defs.c, node_conf.c and gres.c at the last tag of each release, the folders under
src/plugins for the names of plugins. Tried on 22.05.8, 24.11.5 and 26.05.5, see tests/live/slurm/test_keys.py. Where
Slurm takes any word in silence (SchedulerParameters, PriorityFlags, LaunchParameters) there is no list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Words:
    """The values of one key. A word is ``NAME``, ``NAME>=23.02`` or ``NAME<=22.05``; ``NAME*`` stands for any text
    that starts so, ``NAME#`` for one with a number above 0 behind it."""

    words: tuple[str, ...]
    many: bool = False
    """Whether several may stand, with commas between."""
    exact: bool = False
    """Whether upper and lower case count."""
    prefix: str = ""
    """``select/``: what a plugin's name may start with or leave out."""

    def of(self, release: str) -> tuple[str, ...]:
        """The words of a release, without its bound; those with a star keep it."""
        return tuple(word for word, since, last in map(_bounds, self.words) if since <= release <= last)

    def releases(self, word: str) -> str:
        """``since 23.02`` or ``up to 22.05`` for a word of other releases; empty where no release has it."""
        for name, since, last in map(_bounds, self.words):
            if name.lower() == word.lower():
                return f"since {since}" if since else f"up to {last}"
        return ""


_NEVER = "99.99"


def _bounds(text: str) -> tuple[str, str, str]:
    name, since_mark, since = text.partition(">=")
    if since_mark:
        return name, since, _NEVER
    name, last_mark, last = text.partition("<=")
    return name, "", last if last_mark else _NEVER


def accepts(words: Words, release: str, value: str) -> bool:
    """Whether ``release`` takes one word."""
    given = (value if words.exact else value.lower()).removeprefix(words.prefix)
    return any(_fits(word if words.exact else word.lower(), given) for word in words.of(release))


def _fits(word: str, given: str) -> bool:
    if word.endswith("*"):
        return given.startswith(word[:-1])
    if word.endswith("#"):
        return given.startswith(word[:-1]) and given[len(word) - 1 :][:1] in set("123456789")
    return given == word


def _plugin(kind: str, names: str) -> Words:
    return Words(tuple(names.split()), prefix=f"{kind}/")


def _one(names: str) -> Words:
    return Words(tuple(names.split()))


def _many(names: str) -> Words:
    return Words(tuple(names.split()), many=True)


_NODE_STATE = _one("""
    UNKNOWN DOWN IDLE ALLOCATED ERROR MIXED FUTURE CLOUD* DRAIN* FAIL* EXTERNAL*>=25.05
""")

_DEBUG = _one("quiet fatal error info verbose debug debug2 debug3 debug4 debug5 0 1 2 3 4 5 6 7 8 9")
_RESOURCES = ("ALL", "NONE", "AS", "CORE", "CPU", "DATA", "FSIZE", "MEMLOCK", "NOFILE", "NPROC", "RSS", "STACK")
_RESOURCE_LIMITS = Words((*_RESOURCES, *(f"RLIMIT_{it}" for it in _RESOURCES)), many=True, exact=True)
_BINDING = _one("none off sockets socket ldoms ldom cores core threads thread")
_SHARING = _one("NO YES YES:# FORCE FORCE:# EXCLUSIVE")

SLURM_CONF: Final[Mapping[str, Words]] = MappingProxyType({
    "SelectType": _plugin("select", "cons_tres linear cons_res<=23.02 cray_aries<=23.11"),
    "SelectTypeParameters": _many("""
        CR_CPU CR_CPU_Memory CR_Core CR_Core_Memory CR_Socket CR_Socket_Memory CR_Memory CR_ONE_TASK_PER_CORE
        CR_CORE_DEFAULT_DIST_BLOCK CR_LLN CR_PACK_NODES OTHER_CONS_RES<=23.11 OTHER_CONS_TRES<=23.11
        MULTIPLE_SHARING_GRES_PJ>=23.11 ENFORCE_BINDING_GRES>=23.11 ONE_TASK_PER_SHARING_GRES>=23.11
        CR_NO_DIST_TOPO_BLOCK>=26.05
    """),
    "PreemptType": _plugin("preempt", "none partition_prio qos"),
    "PreemptMode": _many("OFF CANCEL REQUEUE SUSPEND ON GANG WITHIN CLUSTER PRIORITY>=25.05"),
    "PriorityType": _plugin("priority", "basic multifactor"),
    "SchedulerType": _plugin("sched", "backfill builtin"),
    "TopologyPlugin": _plugin("topology", """
        none default>=23.11 flat>=25.05 tree block>=23.11 ring>=26.05 torus3d>=26.05 3d_torus<=24.11
        hypercube<=23.02
    """),
    "AccountingStorageEnforce": _many("1 2 associations limits safe wckeys qos all nojobs nosteps"),
    "EnforcePartLimits": _one("NO ANY ALL YES"),
    "SlurmctldDebug": _DEBUG,
    "SlurmctldSyslogDebug": _DEBUG,
    "SlurmdDebug": _DEBUG,
    "SlurmdSyslogDebug": _DEBUG,
    "PropagateResourceLimits": _RESOURCE_LIMITS,
    "PropagateResourceLimitsExcept": _RESOURCE_LIMITS,
    "PriorityUsageResetPeriod": _one("NONE NOW DAILY WEEKLY MONTHLY QUARTERLY YEARLY"),
    "PrologFlags": _many("""
        Alloc Contain DeferBatch NoHold ForceRequeueOnFail>=23.02 RunInJob>=24.05 Serial X11
    """),
    "TaskPluginParam": _many("""
        none sockets cores threads verbose autobind=* SlurmdOffSpec OOMKillStep>=24.11 SlurmdSpecOverride>=25.05
    """),
})  # fmt: skip
PARTITION: Final[Mapping[str, Words]] = MappingProxyType({
    "State": _one("UP DOWN DRAIN INACTIVE"),
    "PreemptMode": _many("OFF CANCEL REQUEUE SUSPEND ON GANG WITHIN CLUSTER PRIORITY>=25.05"),
    "OverSubscribe": _SHARING,
    "Shared": _SHARING,
    "CpuBind": _BINDING,
    "SelectTypeParameters": _one("CR_Core* CR_Socket*"),
})  # fmt: skip
NODE: Final[Mapping[str, Words]] = MappingProxyType({"State": _NODE_STATE, "CpuBind": _BINDING})
DOWN_NODES: Final[Mapping[str, Words]] = MappingProxyType({"State": _NODE_STATE})
