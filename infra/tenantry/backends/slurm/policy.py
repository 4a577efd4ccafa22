"""The cluster-wide keys of slurm.conf that the policy decides, by subject."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from tenantry.backends.slurm.qos import MODE, base_tiers, tier_qos
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import kind, named
from tenantry.check.rules.targets.beyond_backfill import MOST_MINUTES as MOST_BACKFILL
from tenantry.model.duration import Duration

Settings = Mapping[str, str]

MINUTE, DAY, WEEK = 60, 1440, 10_080
FAIRSHARE, AGE, JOB_SIZE = 10_000, 1_000, 1_000
"""Weights within a tier: share first, then how long a job waits and how large it is."""

MOST_PRIORITY: Final = 2**32 - 1
"""A higher one would be capped, and the order of the tiers lost."""

IF_UNSET: Final[Settings] = {"TaskPlugin": "task/affinity,task/cgroup"}
"""Written unless the site sets them. Without task/cgroup the ``Constrain`` keys of cgroup.conf do nothing."""

UNSET: Final = ("PriorityWeightTRES", "PrioritySiteFactorPlugin")
"""Left out on purpose: with any of them the order of the tiers would not be exact."""


def cluster(scope: Scope) -> Settings:
    """Who the cluster is; the site's own where it keeps its slurm.conf."""
    if not scope.whole:
        return {}
    return {"ClusterName": scope.cluster, "AccountingStorageType": "accounting_storage/slurmdbd"}


def accounting(scope: Scope) -> Settings:
    """What is counted and enforced: ``gres/gpu`` beside every type, for a typed limit binds no untyped request."""
    settings = {"AccountingStorageEnforce": "associations,limits,qos,safe"}
    if scope.gpu_flavors:
        counted = [f"gres/{name}" for name in scope.gres_names]
        settings["AccountingStorageTRES"] = ",".join([*counted, *scope.device_tres])
        settings["GresTypes"] = ",".join(scope.gres_names)
    return settings


def scheduling(scope: Scope) -> Settings:
    """How jobs are placed. SelectType is written because its default changed (22.05: select/linear)."""
    window = backfill_window(scope)
    return {
        "SelectType": "select/cons_tres",
        "SelectTypeParameters": "CR_Core_Memory",
        "SchedulerType": "sched/backfill",
        "SchedulerParameters": f"bf_continue,bf_resolution={_resolution(window)},bf_window={window}",
        "EnforcePartLimits": "ALL",
    }


def priority(scope: Scope) -> Settings:
    """What comes first. PriorityType is written because its default changed (22.05: priority/basic)."""
    return {
        "PriorityType": "priority/multifactor",
        "PriorityDecayHalfLife": scope.resolved.tenancy.fair_share.half_life.slurm(),
        "PriorityWeightAge": str(AGE),
        "PriorityWeightAssoc": "0",
        "PriorityWeightFairshare": str(FAIRSHARE),
        "PriorityWeightJobSize": str(JOB_SIZE),
        "PriorityWeightPartition": "0",
        "PriorityWeightQOS": str(qos_weight(scope)),
    }


def preemption(_scope: Scope) -> Settings:
    """How guaranteed work takes devices back."""
    return {"PreemptType": "preempt/qos", "PreemptMode": MODE, "JobRequeue": "1"}


def containers(scope: Scope) -> Settings:
    """The programs that make and clear away what Enroot keeps of a user on a node."""
    asked = scope.target.containers
    programs = {"Prolog": asked.prolog, "Epilog": asked.epilog} if asked else {}
    return {key: program for key, program in programs.items() if program is not None}


def submission(scope: Scope) -> Settings:
    """The plugin that runs job_submit.lua, which stands beside slurm.conf."""
    return {"JobSubmitPlugins": "lua"} if scope.target.job_submit else {}


def topology(scope: Scope) -> Settings:
    """The plugin that reads topology.conf; topology.yaml says itself what it holds."""
    if scope.facts.topology_yaml or not named(scope):
        return {}
    return {"TopologyPlugin": f"topology/{kind(scope)}"}


def sections(scope: Scope) -> dict[str, Settings]:
    """Every key the policy writes, by subject, in the order of the file."""
    return {
        "cluster": cluster(scope),
        "accounting": accounting(scope),
        "scheduling": scheduling(scope),
        "priority": priority(scope),
        "preemption": preemption(scope),
        "topology": topology(scope),
        "submission": submission(scope),
        "containers": containers(scope),
    }


def site(scope: Scope) -> Settings:
    """The site's own settings, and what is written where it says nothing."""
    own = {key: str(value) for key, value in scope.target.settings.items()}
    stated = {key.lower() for key in own}
    unset = {key: value for key, value in IF_UNSET.items() if scope.whole and key.lower() not in stated}
    return dict(sorted((unset | own).items()))


def backfill_window(scope: Scope) -> int:
    """Minutes the backfill scheduler looks ahead: the longest limit, a day at least, a week where there is none;
    never more than Slurm takes.

    A shorter window would let a long job that waits be overtaken for ever (slurm.conf(5), bf_window).
    """
    limits = [tier.max_time.slurm_minutes() if tier.max_time else WEEK for tier in base_tiers(scope)]
    return min(max([DAY, *limits]), MOST_BACKFILL)


def qos_weight(scope: Scope) -> int:
    """A weight with which a tier always comes before a lower one, whatever else is in a job's favour.

    A QOS counts priority / highest priority of all QOS, every other factor at most 1 (Slurm's multifactor plugin): the
    smallest gap between two QOS has to outweigh all other weights together.
    """
    priorities = sorted({0, *(qos.priority for qos in tier_qos(scope))})
    gap = min((high - low for low, high in pairwise(priorities)), default=1)
    others = FAIRSHARE + AGE + JOB_SIZE
    return (others * priorities[-1] // gap // 1000 + 1) * 1000


def weights_fit(scope: Scope) -> bool:
    """Whether a job's priority, the sum of all weights at most, stays a 32-bit number (slurm.conf(5))."""
    return qos_weight(scope) + FAIRSHARE + AGE + JOB_SIZE <= MOST_PRIORITY


def shortest(times: list[Duration | None]) -> Duration | None:
    """The shortest of those that are set."""
    return min((time for time in times if time is not None), default=None)


def _resolution(window: int) -> int:
    """Seconds: the longer the window, the coarser, so that planning stays cheap (slurm.conf(5), bf_resolution)."""
    return MINUTE if window <= DAY else 5 * MINUTE if window <= WEEK else 10 * MINUTE
