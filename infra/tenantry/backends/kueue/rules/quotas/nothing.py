"""Quotas of nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.parse.kinds import ClusterQueue
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity


@rule("KUF217", Severity.WARNING, FILES)
def kueue_queue_of_nothing(files: Files) -> Iterator[Problem]:
    """A queue that work is sent to can admit nothing.

    What it does:
        For ClusterQueues that a LocalQueue points to, looks for one in no cohort of which every nominalQuota is 0.

    Why:
        Work that asks for any resource waits in it for ever. A queue in a cohort may borrow.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors: [{name: epyc, resources: [{name: cpu, nominalQuota: 0}, {name: memory, nominalQuota: 0}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vision}

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
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vision}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/cluster_queue; tried on Kueue 0.17: the API server takes such a queue.
    """
    pointing = {it.queue: it for it in files.local_queues.values()}
    for queue in files.queues.values():
        local = pointing.get(queue.name)
        if local is not None and not _has_anything(queue):
            message = f"'{queue.name}' has no quota but 0, and is in no cohort to borrow from"
            related = seen("a LocalQueue of it", local.manifest.named_at)
            yield problem(queue.manifest.said.key("spec", "resourceGroups"), message, "give it a quota", related)


def _has_anything(queue: ClusterQueue) -> bool:
    quotas = [quota for group in queue.groups for row in group.flavors for quota in row.quotas]
    return bool(queue.cohort) or not quotas or any(it.nominal.nano for it in quotas)


@rule("KUF218", Severity.WARNING, FILES)
def kueue_resource_without_nodes(files: Files) -> Iterator[Problem]:
    """Devices are guaranteed that no node has.

    What it does:
        With nodes (--nodes), looks for resources with a domain in their name, such as nvidia.com/gpu, of which a flavor
        has a nominalQuota and no node has any, though the flavor selects nodes. Passes over them all where Kueue's
        configuration, among the files, makes resources by transformations or deviceClassMappings.

    Why:
        Either the name is misspelt, or the nodes' device plugin does not run: admitted work waits for a node.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [nvidia.com/gpus]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpus, nominalQuota: 8}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100}}
        status: {allocatable: {nvidia.com/gpu: 8}}

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100}}
        status: {allocatable: {nvidia.com/gpu: 8}}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/1538
    """
    known = {name for node in files.nodes for name in node.allocatable}
    devices = sorted(it for it in known if "/" in it)
    told: set[tuple[str, str]] = set()
    for _, group in files.groups if known and not _makes_resources(files) else ():
        for row in group.flavors:
            flavor = files.flavors.get(row.flavor)
            for quota in row.quotas:
                key = row.flavor, quota.resource
                if quota.resource in known or "/" not in quota.resource or not quota.nominal.nano or key in told:
                    continue
                if flavor and files.selected.matched(flavor):
                    told.add(key)
                    message = f"no node has {quota.resource}, of which flavor '{row.flavor}' has a quota"
                    help_text = f"the nodes have {listed(devices, 4)}" if devices else "see that its device plugin runs"
                    yield problem(quota.said.place("name"), message, help_text)


def _makes_resources(files: Files) -> bool:
    said = files.configuration.manifest.said if files.configuration else None
    return said is not None and any(
        said.get("resources", key) is not None for key in ("transformations", "deviceClassMappings")
    )
