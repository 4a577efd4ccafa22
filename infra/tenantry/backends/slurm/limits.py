"""What Slurm can say of the model (table: docs/design.md); tried on 24.11, where named on 22.05 and 26.05 too."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tenantry.backends.base import Concept, Fidelity, Statement
from tenantry.resolve.types import Resolved

EXACT, APPROXIMATE, ABSENT = Fidelity.EXACT, Fidelity.APPROXIMATE, Fidelity.ABSENT

LIMITS: Final[Mapping[Concept, Statement]] = MappingProxyType(
    {
        Concept.NOMINAL: Statement(
            EXACT,
            "GrpTRES of the team's account",
            "of GPUs; CPUs and memory go with them by default, a job that asks for more gets it, and a GPU whose node "
            "has none left waits",
        ),
        Concept.NOMINAL_CPUS: Statement(
            APPROXIMATE,
            "GrpTRES cpu of the team's account",
            "an account counts the CPUs of all its jobs together, those that go with its GPUs included",
        ),
        Concept.BORROW: Statement(
            EXACT, "GrpTRES of the team's burst account", "the user chooses that account when submitting"
        ),
        Concept.TOTAL: Statement(
            APPROXIMATE, "the team's two accounts", "exact over jobs, but one job gets at most the larger of the two"
        ),
        Concept.LEND: Statement(
            APPROXIMATE,
            "GrpTRES of the account above the burst accounts",
            "what all teams lend is bound together, not each lender by itself; "
            "of three groups that borrow, two can take what the third lends",
        ),
        Concept.RECLAIM: Statement(
            APPROXIMATE,
            "every base QOS preempts every burst QOS (REQUEUE)",
            "the evicted work ends after its grace time; the job that reclaims waits for that",
        ),
        Concept.HARD_GROUP: Statement(
            APPROXIMATE,
            "an account without a burst account",
            "borrowed work may sit on its idle devices until its own work preempts it",
        ),
        Concept.TIER_ACCESS: Statement(EXACT, "the QOS of the team's accounts"),
        Concept.TIER_ORDER: Statement(
            EXACT,
            "Priority of the tier's QOS",
            "PriorityWeightQOS outweighs all else together, as long as no QOS of the site's own has a higher priority",
        ),
        Concept.PREEMPTS_OWN: Statement(ABSENT, "", "at the team's cap Slurm tests group limits before it preempts"),
        Concept.PREEMPTS_OTHERS: Statement(
            EXACT, "Preempt of the tier's QOS", "it voids the guarantee of those evicted"
        ),
        Concept.NO_BORROWING: Statement(EXACT, "no burst QOS for the tier"),
        Concept.GRACE: Statement(EXACT, "GraceTime of the tier's QOS"),
        Concept.SHARE: Statement(
            APPROXIMATE,
            "Fairshare in the account tree",
            "Fair Tree keeps two histories, of use within nominal and of use above it; the second decides who borrows",
        ),
        Concept.HALF_LIFE: Statement(EXACT, "PriorityDecayHalfLife"),
        Concept.MAX_TIME: Statement(EXACT, "MaxWall of the tier's QOS and MaxTime of the partition"),
        Concept.DEFAULT_TIME: Statement(
            APPROXIMATE, "DefaultTime of the partition", "one for all tiers of a partition: the shortest"
        ),
        Concept.BACKFILL: Statement(EXACT, "sched/backfill, its window as long as the longest time limit"),
        Concept.TOPOLOGY: Statement(
            APPROXIMATE, "topology", "a tree is a preference and --switches may time out; a block's --segment is hard"
        ),
        Concept.SHARED_GPUS: Statement(
            APPROXIMATE,
            "gres/shard",
            "shards are counted; a job can use more of its GPU's memory and time than its own",
        ),
        Concept.AFFINITY: Statement(
            APPROXIMATE,
            "Cores of gres.conf",
            "preferred; a job that must have it asks for --gres-flags=enforce-binding",
        ),
        Concept.USERS: Statement(EXACT, "the users' associations with the team's accounts"),
        Concept.PER_USER: Statement(
            APPROXIMATE,
            "GrpTRES of the user in the team's account",
            "only where the document names the users, and counted in the team's account and its burst account apart",
        ),
        Concept.PER_JOB: Statement(
            EXACT, "MaxTRESPerJob of the team's accounts", "of a CPU flavor only where the team holds no GPUs on Slurm"
        ),
        Concept.JOB_COUNT: Statement(
            APPROXIMATE,
            "GrpJobs and GrpSubmitJobs of the team's accounts",
            "exact for a team that does not borrow; else counted in its account and its burst account apart",
        ),
        Concept.DEPARTMENT_CAP: Statement(
            EXACT,
            "GrpTRES of the account above the department's burst accounts",
            "only where the department's teams stand in one group",
        ),
        Concept.STOP: Statement(ABSENT, "", "maxRunningJobs: 0 lets nothing more of a team start on Slurm"),
    }
)
"""For every concept, how Slurm says it."""

AT_START: Final[Mapping[Concept, Statement]] = MappingProxyType(
    {
        Concept.NOMINAL: Statement(
            APPROXIMATE,
            "GrpTRES of the team's account, one a GPU type",
            "what the team borrows counts too, and blocks guaranteed work of its own",
        ),
        Concept.BORROW: Statement(
            APPROXIMATE,
            "gres/gpu of the team's account, nominal and borrow together",
            "decided when a job starts that names both QOS (--qos=<tier>,<tier>_<flavor>_burst); "
            "what is left of nominal can be borrowed on top",
        ),
        Concept.TOTAL: Statement(
            APPROXIMATE,
            "gres/gpu of the team's account",
            "exact over jobs, but a job larger than what is left of nominal counts as borrowed as a whole",
        ),
        Concept.LEND: Statement(
            APPROXIMATE,
            "GrpTRES of the flavor's burst QOS",
            "what all teams lend is bound together, not each lender by itself",
        ),
        Concept.HARD_GROUP: Statement(
            APPROXIMATE,
            "an account without a burst QOS",
            "borrowed work may sit on its idle devices until its own work preempts it",
        ),
        Concept.SHARE: Statement(
            APPROXIMATE,
            "Fairshare in the account tree",
            "Fair Tree keeps one history, of use within nominal and above it",
        ),
        Concept.PER_USER: Statement(
            APPROXIMATE,
            "GrpTRES of the user in the team's account",
            "only where the document names the users, and of guaranteed work alone: the burst QOS replaces it",
        ),
        Concept.JOB_COUNT: Statement(EXACT, "GrpJobs and GrpSubmitJobs of the team's account"),
    }
)
"""Where work borrows when it starts (tests/live/slurm/test_at_start.py: 24.11 and 26.05)."""

BY_SCRIPT: Final = Statement(
    EXACT, "job_submit.lua", "of a tier without one, and where that plugin does not run, DefaultTime of the partition"
)
"""Default time per tier, where a job has one QOS."""


def limits_of(resolved: Resolved) -> Mapping[Concept, Statement]:
    """What Slurm can say as the document has it set up."""
    target = resolved.tenancy.slurm
    if target is None:
        return LIMITS
    if target.borrowing == "at-start":
        return {**LIMITS, **AT_START}
    return {**LIMITS, Concept.DEFAULT_TIME: BY_SCRIPT} if target.job_submit else LIMITS
