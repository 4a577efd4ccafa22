"""What Kueue can say of the model (docs/design.md has the table); tried on Kueue 0.17 with its webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tenantry.backends.base import Concept, Fidelity, Statement
from tenantry.backends.kueue.admission.limits import UNNAMED, held
from tenantry.backends.kueue.facts import RELEASES, Gate, facts_of
from tenantry.resolve.types import Resolved

EXACT, APPROXIMATE, ABSENT = Fidelity.EXACT, Fidelity.APPROXIMATE, Fidelity.ABSENT

OWN_FIRST = "withinClusterQueue: LowerPriority"
NO_TIME = f"Kueue has no field for it; {UNNAMED}"

LIMITS: Mapping[Concept, Statement] = MappingProxyType(
    {
        Concept.NOMINAL: Statement(EXACT, "nominalQuota"),
        Concept.NOMINAL_CPUS: Statement(EXACT, "nominalQuota of cpu in a ClusterQueue of its own"),
        Concept.BORROW: Statement(EXACT, "borrowingLimit, decided when a workload is admitted"),
        Concept.TOTAL: Statement(EXACT, "nominalQuota and borrowingLimit together"),
        Concept.LEND: Statement(EXACT, "lendingLimit of each queue"),
        Concept.RECLAIM: Statement(
            EXACT, "reclaimWithinCohort: Any", "under fair sharing from 0.15.8, 0.16.9 and 0.17 on"
        ),
        Concept.HARD_GROUP: Statement(EXACT, "a ClusterQueue in no cohort"),
        Concept.TIER_ACCESS: Statement(
            ABSENT, "", f"work in the team's namespaces may name any priority class of the cluster; {UNNAMED}"
        ),
        Concept.TIER_ORDER: Statement(
            APPROXIMATE,
            "WorkloadPriorityClass",
            "strict within one queue; across queues it comes after nominal quota and share",
        ),
        Concept.PREEMPTS_OWN: Statement(
            APPROXIMATE,
            OWN_FIRST,
            "a job that asks for more than its team's nominal evicts nothing, unless fair sharing is on",
        ),
        Concept.PREEMPTS_OTHERS: Statement(
            ABSENT, "", "nothing evicts the work of a queue that stays inside its nominal quota"
        ),
        Concept.NO_BORROWING: Statement(
            ABSENT, "", "a queue borrows for all of its work; give the tier a team of its own that may not borrow"
        ),
        Concept.GRACE: Statement(ABSENT, "", "Kueue knows no grace; the pod's terminationGracePeriodSeconds counts"),
        Concept.SHARE: Statement(
            APPROXIMATE,
            "fairSharing.weight",
            "it weighs present use above nominal, where fair sharing is on; all device models add up in one share",
        ),
        Concept.HALF_LIFE: Statement(ABSENT, "", "the weights written here act on present use alone"),
        Concept.MAX_TIME: Statement(ABSENT, "", NO_TIME),
        Concept.DEFAULT_TIME: Statement(ABSENT, "", NO_TIME),
        Concept.BACKFILL: Statement(ABSENT, "", "Kueue does not plan ahead in time"),
        Concept.TOPOLOGY: Statement(
            APPROXIMATE, "Topology", "a required level is hard; only Ready nodes with every level's label count"
        ),
        Concept.SHARED_GPUS: Statement(
            APPROXIMATE,
            "nominalQuota of the resource that the device plugin offers several times a GPU",
            "copies are counted; under time slicing a pod can use more of its GPU's memory and time than its own",
        ),
        Concept.AFFINITY: Statement(ABSENT, "", "the node's topology manager decides, whatever the quota"),
        Concept.USERS: Statement(ABSENT, "", "who may create work in the team's namespaces decides"),
        Concept.PER_USER: Statement(ABSENT, "", "Kueue knows queues, not users"),
        Concept.PER_JOB: Statement(ABSENT, "", f"Kueue has no limit on one workload below the queue's own; {UNNAMED}"),
        Concept.JOB_COUNT: Statement(ABSENT, "", "Kueue does not count jobs"),
        Concept.DEPARTMENT_CAP: Statement(
            EXACT, "the borrowingLimit of the department's Cohort", "only where the department stands in one group"
        ),
        Concept.STOP: Statement(EXACT, "stopPolicy: Hold, or HoldAndDrain"),
    }
)
"""For every concept, how Kueue says it."""

NO_FAIR_SHARING = Statement(ABSENT, "", "fair sharing is off (kueue.fairSharing): no weight counts")
FAIR_SHARING = Statement(
    APPROXIMATE,
    "fairSharing.weight",
    "it weighs present use above nominal; all device models add up in one share",
)
FADING = Statement(
    APPROXIMATE, "admission fair sharing", "past use orders a team's namespaces; the shares act on present use alone"
)
PAST_USE_FIRST = Statement(
    APPROXIMATE,
    "WorkloadPriorityClass",
    "within one queue it comes after the past use of a namespace; across queues after nominal quota and share",
)


def limits_of(resolved: Resolved) -> Mapping[Concept, Statement]:
    """What Kueue can say as the document and its release have it set up."""
    target = resolved.tenancy.kueue
    if target is None or target.release not in RELEASES:
        return LIMITS
    found = {**LIMITS, **held(target)}
    if target.fair_sharing_on is not None:
        found[Concept.SHARE] = FAIR_SHARING if target.fair_sharing_on else NO_FAIR_SHARING
    if target.fair_sharing_on:
        found[Concept.PREEMPTS_OWN] = Statement(EXACT, OWN_FIRST)
    if target.admission_fair_sharing:
        found |= {Concept.HALF_LIFE: FADING, Concept.TIER_ORDER: PAST_USE_FIRST}
    if facts_of(target.release).topology is Gate.OFF and target.configuration is None:
        told = LIMITS[Concept.TOPOLOGY]
        why = f"{told.why}; {target.release} has it only with the feature gate TopologyAwareScheduling on"
        found[Concept.TOPOLOGY] = Statement(told.fidelity, told.how, why)
    return found
