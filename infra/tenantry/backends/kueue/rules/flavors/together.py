"""Flavors that one pod takes from at once."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.match import disagree
from tenantry.backends.kueue.parse.kinds import ClusterQueue, FlavorQuotas, ResourceGroup
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("KUF503", Severity.ERROR, FILES)
def kueue_flavors_exclude_each_other(files: Files) -> Iterator[Problem]:
    """A pod that takes from two resource groups gets labels that no node has at once.

    What it does:
        For a group with devices and a group with cpu or memory in one ClusterQueue, looks for a flavor of the first
        that contradicts every flavor of the second by the value of some label.

    Why:
        A pod with devices asks for cpu and memory, too; it gets the labels of both flavors, and no node has both.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
          - coveredResources: [cpu, memory]
            flavors: [{name: plain, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: plain}
        spec: {nodeLabels: {gpu: none}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
          - coveredResources: [cpu, memory]
            flavors: [{name: plain, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: plain}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/167
    """
    for queue in files.queues.values():
        for group in queue.groups:
            for other in queue.groups:
                if group is not other and group.covered and not _always(group) and _always(other):
                    yield from _contradictions(files, queue, group, other)


def _always(group: ResourceGroup) -> bool:
    return not {"cpu", "memory"}.isdisjoint(group.covered)


def _contradictions(files: Files, queue: ClusterQueue, group: ResourceGroup, other: ResourceGroup) -> Iterator[Problem]:
    for row in group.flavors:
        found = [_contradiction(files, row, it) for it in other.flavors]
        if found and all(found) and (first := found[0]) is not None:
            key, mine, theirs = first
            message = (
                f"a pod of '{queue.name}' that takes {group.covered[0]} of '{row.flavor}' and {other.covered[0]} of "
                f"'{other.flavors[0].flavor}' needs {key}={mine} and {key}={theirs} at once"
            )
            related = seen("the other flavor", other.flavors[0].said.place("name"))
            help_text = "cover all of them in one group, or take the labels of the second flavor away"
            yield problem(row.said.place("name"), message, help_text, related)


def _contradiction(files: Files, one: FlavorQuotas, other: FlavorQuotas) -> tuple[str, str, str] | None:
    first, second = files.flavors.get(one.flavor), files.flavors.get(other.flavor)
    return disagree(first.labels, second.labels) if first and second else None
