"""Weights of queues and cohorts, and the one switch that makes them count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.fields.table import fields
from tenantry.backends.kueue.parse.kinds import ClusterQueue, Cohort
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.quantity import Quantity

_WEIGHT: Final = ("spec", "fairSharing", "weight")
_WEIGHT_FIELD: Final = ".".join(_WEIGHT)
_ONE: Final = Quantity.from_int(1)


@rule("KUF801", Severity.WARNING, FILES)
def kueue_weight_zero(files: Files) -> Iterator[Problem]:
    """A queue or cohort has the weight 0.

    What it does:
        Looks for a weight of 0 in ClusterQueues and Cohorts.

    Why:
        Whatever it borrows is always taken back first, and with Kueue 0.11 and 0.12 even work inside its nominal quota
        could be evicted.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec: {parentName: root, fairSharing: {weight: 0}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec: {parentName: root, fairSharing: {weight: 1}}

    Sources:
        Tried on Kueue 0.17: taken; https://github.com/kubernetes-sigs/kueue/issues/4961
    """
    for holder in files.holders:
        if holder.weight is not None and not holder.weight.nano:
            message = f"the weight of '{holder.name}' is 0: what it borrows is taken back before all else"
            yield problem(holder.manifest.said.place(*_WEIGHT), message, "write a weight, or borrowingLimit: 0")


@rule("KUF802", Severity.WARNING, FILES)
def kueue_cohort_without_weight(files: Files) -> Iterator[Problem]:
    """The queues of a cohort have weights, and the cohort itself has none.

    What it does:
        Looks for Cohorts with a parent and without a weight one of whose queues has a weight other than 1, from Kueue
        0.11 on, where cohorts have weights.

    Why:
        The cohort counts with the weight 1 among its neighbours, whatever its queues weigh together.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec: {parentName: root}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, fairSharing: {weight: 3}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec: {parentName: root, fairSharing: {weight: 3}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, fairSharing: {weight: 3}}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/10872
    """
    weighing: dict[str, ClusterQueue] = {}
    for queue in files.queues.values():
        if _counts(queue):
            weighing.setdefault(queue.cohort, queue)
    for cohort in files.cohorts.values():
        if _WEIGHT_FIELD not in fields(files.release, "Cohort", cohort.manifest.version):
            continue
        heavy = weighing.get(cohort.name)
        if cohort.parent and cohort.weight is None and heavy is not None:
            message = f"cohort '{cohort.name}' has no weight, and its queue '{heavy.name}' has"
            related = seen("the queue's weight", heavy.manifest.said.place(*_WEIGHT))
            yield problem(cohort.manifest.named_at, message, "write fairSharing.weight, if only 1", related)


@rule("KUF803", Severity.WARNING, FILES)
def kueue_weight_without_cohort(files: Files) -> Iterator[Problem]:
    """A weight stands where there is nobody to share with.

    What it does:
        Looks for weights other than 1 in ClusterQueues without a cohort and in Cohorts without a parent.

    Why:
        It has no effect.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, fairSharing: {weight: 3}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, fairSharing: {weight: 3}}

    Sources:
        Tried on Kueue 0.17: taken; https://kueue.sigs.k8s.io/docs/concepts/fair_sharing
    """
    for holder in files.holders:
        alone = not (holder.cohort if isinstance(holder, ClusterQueue) else holder.parent)
        if alone and _counts(holder) and holder.weight != Quantity.from_int(0):
            missing = "is in no cohort" if isinstance(holder, ClusterQueue) else "has no parent"
            message = f"the weight of '{holder.name}' has no effect: it {missing}"
            yield problem(holder.manifest.said.place(*_WEIGHT), message, "leave it out, or name a cohort")


@rule("KUF804", Severity.INFO, FILES)
def kueue_weights_need_fair_sharing(files: Files) -> Iterator[Problem]:
    """Weights count only where fair sharing is switched on, and no file says whether it is.

    What it does:
        Looks for weights where no Configuration of Kueue's is among the files, and shows the first.

    Why:
        Fair sharing is one switch for the whole of Kueue, off where nothing is said; weights then have no effect.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, fairSharing: {weight: 3}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, fairSharing: {weight: 3}}
        ---
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/fair_sharing
    """
    if files.configuration is None and (found := _weighed(files)):
        message = "weights count only where fair sharing is on in Kueue's configuration"
        yield problem(
            found[0].manifest.said.place(*_WEIGHT), message, "see that it is, or add the configuration's file"
        )


@rule("KUF805", Severity.WARNING, FILES)
def kueue_weights_without_fair_sharing(files: Files) -> Iterator[Problem]:
    """Weights are written, and fair sharing is off.

    What it does:
        Looks for weights where a Configuration of Kueue's among the files has no fairSharing, or switches it off.

    Why:
        They have no effect.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, fairSharing: {weight: 3}}
        ---
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        manageJobsWithoutQueueName: true

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {cohortName: lab, namespaceSelector: {}, fairSharing: {weight: 3}}
        ---
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/fair_sharing
    """
    if files.configuration is not None and not files.configuration.fair_sharing and (found := _weighed(files)):
        place = found[0].manifest.said.place(*_WEIGHT)
        related = seen("Kueue's configuration", files.configuration.manifest.said.at)
        yield problem(place, "weights have no effect: fair sharing is off", "switch it on, or take them out", related)


@rule("KUF806", Severity.WARNING, FILES)
def kueue_borrow_under_fair_sharing(files: Files) -> Iterator[Problem]:
    """A queue evicts others while it borrows, under fair sharing.

    What it does:
        Looks for borrowWithinCohort with a policy other than Never where a Configuration of Kueue's among the files
        switches fair sharing on.

    Why:
        Under fair sharing shares decide whom a borrowing queue may evict, and the policy has no effect.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority}}
        ---
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          preemption: {reclaimWithinCohort: Any}
        ---
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare]}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/3779
    """
    for queue in files.queues.values() if files.configuration and files.configuration.fair_sharing else ():
        if queue.preemption.borrow != "Never":
            place = queue.manifest.said.key("spec", "preemption", "borrowWithinCohort")
            message = f"borrowWithinCohort of '{queue.name}' has no effect under fair sharing"
            yield problem(place, message, "leave it out")


def _counts(holder: ClusterQueue | Cohort) -> bool:
    return holder.weight is not None and holder.weight != _ONE


def _weighed(files: Files) -> list[ClusterQueue | Cohort]:
    return [it for it in files.holders if _counts(it)]
