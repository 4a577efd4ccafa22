"""Preemption and the choice of flavors."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_BORROW = ("spec", "preemption", "borrowWithinCohort")


@rule("KUF701", Severity.ERROR, FILES)
def kueue_borrow_without_reclaim(files: Files) -> Iterator[Problem]:
    """A queue may evict others while it borrows, but not to get its own back.

    What it does:
        Looks for borrowWithinCohort with a policy other than Never where reclaimWithinCohort is Never, which it is
        where it is left out.

    Why:
        The API server refuses the queue.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          preemption: {borrowWithinCohort: {policy: LowerPriority}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority}}

    Sources:
        Kueue's CRDs; tried on Kueue 0.17: "reclaimWithinCohort=Never and borrowWithinCohort.Policy!=Never".
    """
    for queue in files.queues.values():
        if queue.preemption.reclaim == "Never" and queue.preemption.borrow != "Never":
            message = f"'{queue.name}' has borrowWithinCohort, and reclaimWithinCohort is Never"
            yield problem(queue.manifest.said.key(*_BORROW), message, "write reclaimWithinCohort, or policy: Never")


@rule("KUF702", Severity.ERROR, FILES)
def kueue_preference_without_search(files: Files) -> Iterator[Problem]:
    """A queue prefers one way of making room, and stops at the first flavor that has any.

    What it does:
        Looks for flavorFungibility.preference where whenCanBorrow or whenCanPreempt is not TryNextFlavor.

    Why:
        The API server refuses the queue.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, flavorFungibility: {preference: BorrowingOverPreemption}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          flavorFungibility:
            whenCanBorrow: TryNextFlavor
            whenCanPreempt: TryNextFlavor
            preference: BorrowingOverPreemption

    Sources:
        Kueue's CRDs, 0.15 on; tried on Kueue 0.17: "preference can only be set when both whenCanBorrow and
        whenCanPreempt are TryNextFlavor".
    """
    for queue in files.queues.values():
        borrow, preempt, preference = queue.fungibility
        if preference and (borrow, preempt) != ("TryNextFlavor", "TryNextFlavor"):
            place = queue.manifest.said.place("spec", "flavorFungibility", "preference")
            help_text = "write TryNextFlavor for whenCanBorrow and whenCanPreempt"
            yield problem(place, f"'{queue.name}' has a preference among flavors that it does not try", help_text)


@rule("KUF703", Severity.WARNING, FILES)
def kueue_threshold_without_effect(files: Files) -> Iterator[Problem]:
    """A threshold of borrowWithinCohort stands beside the policy Never.

    What it does:
        Looks for maxPriorityThreshold where the policy is Never, which it is where it is left out.

    Why:
        It has no effect.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {maxPriorityThreshold: 100}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          preemption:
            reclaimWithinCohort: Any
            borrowWithinCohort: {policy: LowerPriority, maxPriorityThreshold: 100}

    Sources:
        Tried on Kueue 0.17: taken; https://kueue.sigs.k8s.io/docs/concepts/preemption
    """
    for queue in files.queues.values():
        if queue.preemption.threshold is not None and queue.preemption.borrow == "Never":
            place = queue.manifest.said.key(*_BORROW, "maxPriorityThreshold")
            message = f"maxPriorityThreshold of '{queue.name}' has no effect: the policy is Never"
            yield problem(place, message, "leave it out, or write policy: LowerPriority")


@rule("KUF704", Severity.INFO, FILES)
def kueue_reclaim_without_cohort(files: Files) -> Iterator[Problem]:
    """A queue in no cohort says how it takes its quota back from others.

    What it does:
        Looks for reclaimWithinCohort other than Never in ClusterQueues without a cohort.

    Why:
        It has no effect: nobody else can use the queue's quota.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, preemption: {reclaimWithinCohort: Any}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, preemption: {reclaimWithinCohort: Any}}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/preemption
    """
    for queue in files.queues.values():
        if not queue.cohort and queue.preemption.reclaim != "Never":
            place = queue.manifest.said.key("spec", "preemption", "reclaimWithinCohort")
            message = f"reclaimWithinCohort of '{queue.name}' has no effect: it is in no cohort"
            yield problem(place, message, "leave it out, or name a cohort")
