"""Quotas beside what the nodes have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tenantry.backends.kueue.parse.kinds import ClusterQueue, Cohort, Labels, Node, Quota
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.quantity import Quantity

_DAEMONS: Final = ("cpu", "memory")
"""What daemons on every node take, too."""


@rule("KUF213", Severity.ERROR, FILES)
def kueue_quota_above_nodes(files: Files) -> Iterator[Problem]:
    """More of a flavor is guaranteed than its nodes have.

    What it does:
        With nodes (--nodes), adds up nominalQuota of every flavor and resource over all ClusterQueues and Cohorts, and
        compares the sum with what is allocatable on the nodes that the flavor's labels select. A resource that no node
        has is passed over.

    Why:
        Kueue does not know the hardware: it admits work that then waits for a node, and what one team is promised
        another one has.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 16}]}]
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
        https://github.com/kubernetes-sigs/kueue/issues/3210, https://github.com/kubernetes-sigs/kueue/issues/2665
    """
    for row in _rows(files):
        if row.promised > row.there:
            _, quota = row.last
            others = [seen(f"{it.nominal} of '{who.name}'", it.said.place("nominalQuota")) for who, it in row.quotas]
            there = f"{row.there} are there, on {row.nodes}"
            message = f"flavor '{row.flavor}': {row.promised} {row.resource} are guaranteed, {there}"
            help_text = f"take {row.promised - row.there} away, here or from others"
            yield problem(quota.said.place("nominalQuota"), message, help_text, *others[:-1][:8])


@rule("KUF214", Severity.WARNING, FILES)
def kueue_no_head_room(files: Files) -> Iterator[Problem]:
    """All cpu or memory of a flavor's nodes is guaranteed.

    What it does:
        With nodes (--nodes), tells where the sum of KUF213 is exactly what is allocatable.

    Why:
        Daemons of every node ask for cpu and memory, too: admitted work then finds no node that has room.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors: [{name: epyc, resources: [{name: cpu, nominalQuota: 64}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1}
        status: {allocatable: {cpu: 64}}

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors: [{name: epyc, resources: [{name: cpu, nominalQuota: 60}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1}
        status: {allocatable: {cpu: 64}}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/1538
    """
    for row in _rows(files):
        if row.promised == row.there and row.resource in _DAEMONS and row.there.nano:
            message = f"flavor '{row.flavor}': all {row.there} {row.resource} of {row.nodes} are guaranteed"
            place = row.last[1].said.place("nominalQuota")
            yield problem(place, message, "leave some for the daemons of each node")


@dataclass(frozen=True, slots=True)
class _Row:
    """One resource of one flavor."""

    flavor: str
    resource: str
    promised: Quantity
    there: Quantity
    nodes: str
    quotas: list[tuple[ClusterQueue | Cohort, Quota]] = field(default_factory=list)

    @property
    def last(self) -> tuple[ClusterQueue | Cohort, Quota]:
        """The quota that the sum ends with."""
        return [it for it in self.quotas if it[1].nominal.nano][-1] if self.promised.nano else self.quotas[-1]


def _rows(files: Files) -> Iterator[_Row]:
    quotas: dict[tuple[str, str], list[tuple[ClusterQueue | Cohort, Quota]]] = {}
    for holder, group in files.groups:
        for row in group.flavors:
            for quota in row.quotas:
                quotas.setdefault((row.flavor, quota.resource), []).append((holder, quota))
    known = {name for node in files.nodes for name in node.allocatable}
    sums: dict[tuple[Labels, str], Quantity | None] = {}
    for (name, resource), found in quotas.items():
        flavor = files.flavors.get(name)
        nodes = files.selected.matched(flavor) if flavor and resource in known else ()
        if not flavor or not nodes:
            continue
        key = flavor.labels, resource
        if key not in sums:
            sums[key] = _allocatable(nodes, resource)
        if (there := sums[key]) is not None:
            promised = sum((quota.nominal for _, quota in found), Quantity.from_int(0))
            words = f"node '{nodes[0].name}'" if len(nodes) == 1 else f"its {len(nodes)} nodes"
            yield _Row(name, resource, promised, there, words, found)


def _allocatable(nodes: tuple[Node, ...], resource: str) -> Quantity | None:
    """What they have together; None where the file does not say it of every one."""
    if not all(node.allocatable for node in nodes):
        return None
    zero = Quantity.from_int(0)
    return sum((node.allocatable.get(resource, zero) for node in nodes), zero)
