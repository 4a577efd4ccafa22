"""The one LocalQueue whose name means something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_DEFAULT: Final = "default"
_SINCE: Final = "0.12"
"""The first release in which the feature gate LocalQueueDefaulting is on."""


@rule("KUF113", Severity.INFO, FILES)
def kueue_default_queue(files: Files) -> Iterator[Problem]:
    """A LocalQueue is called default.

    What it does:
        Looks for LocalQueues of this name, for Kueue 0.12 and later.

    Why:
        Work in the namespace that names no queue goes to it: what ran at once until now is suspended, and counted.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: default, namespace: vision}
        spec: {clusterQueue: vision}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: vision, namespace: vision}
        spec: {clusterQueue: vision}

    Sources:
        The feature gate LocalQueueDefaulting; https://github.com/kubernetes-sigs/kueue/issues/11520
    """
    order = list(RELEASES)
    for it in files.local_queues.values() if order.index(files.release) >= order.index(_SINCE) else ():
        if it.name == _DEFAULT:
            message = f"work of namespace '{it.namespace}' that names no queue goes to this one"
            yield problem(it.manifest.named_at, message, "see that this is meant, or give it another name")
