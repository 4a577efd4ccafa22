"""Resources that pods ask for and a queue does not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.parse.kinds import ClusterQueue, LimitRange, Namespace
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity

_ALWAYS: Final = ("cpu", "memory")
"""What nearly every pod asks for."""


@rule("KUF211", Severity.WARNING, FILES)
def kueue_cpu_uncovered(files: Files) -> Iterator[Problem]:
    """A queue does not cover cpu or memory.

    What it does:
        Looks for both in coveredResources of every ClusterQueue that covers anything, unless a configuration of Kueue's
        among the files excludes them.

    Why:
        A pod that asks for a resource which its queue does not cover is never admitted, and nearly every pod asks for
        both.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [cpu, memory, nvidia.com/gpu]
            flavors:
            - name: h100
              resources:
              - {name: cpu, nominalQuota: 128}
              - {name: memory, nominalQuota: 2Ti}
              - {name: nvidia.com/gpu, nominalQuota: 8}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        https://kueue.sigs.k8s.io/docs/tasks/manage/administer_cluster_quotas; tried on Kueue 0.17: "resource memory
        unavailable in ClusterQueue"; https://github.com/kubernetes-sigs/kueue/issues/4848
    """
    for queue in files.queues.values():
        covered = _covered(queue)
        lacks = [it for it in _ALWAYS if it not in covered]
        if queue.groups and lacks and not _excluded(files, lacks):
            message = f"'{queue.name}' does not cover {listed(lacks)}, and admits no pod that asks for any of it"
            yield problem(queue.manifest.said.key("spec", "resourceGroups"), message, "add it to coveredResources")


@rule("KUF212", Severity.WARNING, FILES)
def kueue_limit_range_uncovered(files: Files) -> Iterator[Problem]:
    """A LimitRange adds a resource to every pod that the queue does not cover.

    What it does:
        Looks for default requests, and the default, max and min that Kubernetes makes them of, of LimitRanges in the
        namespaces whose LocalQueues point to a ClusterQueue, or, where
        a namespace has none, in those that the queue lets in.

    Why:
        Every pod of the namespace then asks for the resource, and none is admitted.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors: [{name: epyc, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: defaults, namespace: vision}
        spec: {limits: [{type: Container, defaultRequest: {ephemeral-storage: 1Gi}}]}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors: [{name: epyc, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: {name: defaults, namespace: vision}
        spec: {limits: [{type: Container, defaultRequest: {cpu: 100m}}]}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/4848; https://github.com/shepherdjerred/monorepo/pull/1618
    """
    by_namespace = _ByNamespace(files)
    for limits in files.objects.of(LimitRange):
        for queue in by_namespace.lacking(limits):
            lacks = [it for it in limits.resources if it not in _covered(queue) and not _excluded(files, [it])]
            if lacks:
                message = f"'{queue.name}' does not cover {listed(lacks)}, which a LimitRange adds in its namespace"
                related = seen(f"the LimitRange of namespace '{limits.namespace}'", limits.manifest.named_at)
                place = queue.manifest.said.key("spec", "resourceGroups")
                yield problem(place, message, "add it to coveredResources, or take it out of the LimitRange", related)


def _covered(queue: ClusterQueue) -> set[str]:
    return {it for group in queue.groups for it in group.covered}


def _excluded(files: Files, resources: list[str]) -> bool:
    prefixes = files.configuration.excluded_prefixes if files.configuration else ()
    return bool(prefixes) and all(it.startswith(prefixes) for it in resources)


class _ByNamespace:
    """The queues that work of a namespace goes to."""

    def __init__(self, files: Files) -> None:
        self._queues = [queue for queue in files.queues.values() if queue.groups]
        self._named: dict[str, set[str]] = {}
        for local in files.local_queues.values():
            self._named.setdefault(local.namespace, set()).add(local.queue)
        self._labels = {it.name: it.labels for it in files.objects.of(Namespace)}
        covered = [_covered(queue) for queue in self._queues]
        self._by_all = set.intersection(*covered) if covered else set[str]()

    def lacking(self, limits: LimitRange) -> list[ClusterQueue]:
        """Those that may not cover all that a LimitRange adds."""
        if self._by_all.issuperset(limits.resources):
            return []
        named = self._named.get(limits.namespace)
        if named:
            return [queue for queue in self._queues if queue.name in named]
        labels = self._labels.get(limits.namespace) or {"kubernetes.io/metadata.name": limits.namespace}
        return [it for it in self._queues if it.selector is not None and it.selector.allows(labels)]
