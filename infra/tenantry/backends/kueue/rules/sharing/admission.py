"""Shares of the LocalQueues of one ClusterQueue by past use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_WEIGHT: Final = ("spec", "fairSharing", "weight")
_BY_USE: Final = "UsageBasedAdmissionFairSharing"
_ON_SINCE: Final = "0.15"
"""The first release in which the feature gate AdmissionFairSharing is on."""


@rule("KUF807", Severity.WARNING, FILES)
def kueue_local_weight_without_scope(files: Files) -> Iterator[Problem]:
    """A LocalQueue has a weight, and its ClusterQueue does not weigh its LocalQueues.

    What it does:
        Looks for weights of LocalQueues whose ClusterQueue is among the files and whose admissionMode is not
        UsageBasedAdmissionFairSharing.

    Why:
        The weight has no effect: work is admitted by priority and age.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vision, fairSharing: {weight: 2}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, admissionScope: {admissionMode: UsageBasedAdmissionFairSharing}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vision, fairSharing: {weight: 2}}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/admission_fair_sharing
    """
    for it in files.local_queues.values():
        queue = files.queues.get(it.queue)
        if it.weight is not None and queue is not None and queue.admission_mode != _BY_USE:
            message = (
                f"the weight of LocalQueue '{it.name}' has no effect: '{queue.name}' does not weigh its LocalQueues"
            )
            related = seen("the ClusterQueue", queue.manifest.named_at)
            help_text = f"leave it out, or write admissionMode: {_BY_USE} there"
            yield problem(it.manifest.said.place(*_WEIGHT), message, help_text, related)


@rule("KUF808", Severity.INFO, FILES)
def kueue_admission_needs_switch(files: Files) -> Iterator[Problem]:
    """A ClusterQueue weighs its LocalQueues, which Kueue does only where it is configured to.

    What it does:
        Looks for admissionMode UsageBasedAdmissionFairSharing where no Configuration among the files has
        admissionFairSharing, or where the release has its feature gate off.

    Why:
        Without both, past use is not looked at.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, admissionScope: {admissionMode: UsageBasedAdmissionFairSharing}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}, admissionScope: {admissionMode: UsageBasedAdmissionFairSharing}}
        ---
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        admissionFairSharing: {usageHalfLifeTime: 168h}

    Sources:
        Kueue's feature gates: AdmissionFairSharing is on from 0.15;
        https://kueue.sigs.k8s.io/docs/concepts/admission_fair_sharing
    """
    order = list(RELEASES)
    gate = order.index(files.release) < order.index(_ON_SINCE)
    switched = files.configuration is not None and files.configuration.admission_fair_sharing
    weighing = [it for it in files.queues.values() if it.admission_mode == _BY_USE]
    if weighing and (gate or not switched):
        needs = "the feature gate AdmissionFairSharing, and admissionFairSharing" if gate else "admissionFairSharing"
        place = weighing[0].manifest.said.place("spec", "admissionScope", "admissionMode")
        yield problem(place, f"this needs {needs} in Kueue's configuration", "see that it is there, or add its file")
