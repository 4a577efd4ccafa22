"""Flavors beside the nodes that they select."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.match import untolerated
from tenantry.backends.kueue.overlap import overlaps
from tenantry.backends.kueue.parse.kinds import ResourceFlavor
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Location, Severity


@rule("KUF501", Severity.WARNING, FILES)
def kueue_flavor_without_nodes(files: Files) -> Iterator[Problem]:
    """A flavor selects no node.

    What it does:
        With nodes (--nodes), compares the nodeLabels of every ResourceFlavor with the labels of all nodes.

    Why:
        Work that is admitted to the flavor waits for a node that does not exist, and holds its quota meanwhile.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: H100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100}}

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100}}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/resource_flavor
    """
    for flavor in files.flavors.values() if files.nodes else ():
        if not files.selected.matched(flavor):
            labels = ", ".join(f"{key}={value}" for key, value in flavor.labels)
            message = f"no node has the labels of flavor '{flavor.name}': {labels}"
            yield problem(_labels(flavor), message, _near(files, flavor))


def _near(files: Files, flavor: ResourceFlavor) -> str:
    for key, _ in flavor.labels:
        values = files.selected.values(key)
        if not values:
            return f"no node has the label {key} at all"
        if dict(flavor.labels)[key] not in values:
            return f"{key} is {listed(values)} on the nodes"
    return "no node has all of them at once"


def _labels(flavor: ResourceFlavor) -> Location:
    said = flavor.manifest.said
    return said.key("spec", "nodeLabels") if flavor.labels else flavor.manifest.named_at


@rule("KUF502", Severity.WARNING, FILES)
def kueue_flavors_overlap(files: Files) -> Iterator[Problem]:
    """Two flavors select one node and have quotas of the same resource.

    What it does:
        With nodes (--nodes), looks for nodes that two flavors select and whose taints both tolerate; without, for a
        flavor whose labels are all among those of another one, unless taints of that one keep it off. Both must have
        a nominalQuota above 0 of one resource. Of several that a flavor overlaps with, the first is told.

    Why:
        The node is counted twice: more work is admitted than it can hold.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors:
            - {name: all, resources: [{name: cpu, nominalQuota: 64}]}
            - {name: big, resources: [{name: cpu, nominalQuota: 64}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: all}
        spec: {nodeLabels: {example.com/kind: cpu}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: big}
        spec: {nodeLabels: {example.com/kind: cpu, example.com/size: big}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors:
            - {name: small, resources: [{name: cpu, nominalQuota: 64}]}
            - {name: big, resources: [{name: cpu, nominalQuota: 64}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: small}
        spec: {nodeLabels: {example.com/kind: cpu, example.com/size: small}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: big}
        spec: {nodeLabels: {example.com/kind: cpu, example.com/size: big}}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/14570
    """
    for it in overlaps(files):
        message = (
            f"flavors '{it.one.name}' and '{it.other.name}' select {it.where}, and both have {listed(it.resources)}"
        )
        related = seen(f"the labels of '{it.one.name}'", _labels(it.one))
        yield problem(_labels(it.other), message, "tell them apart by a label", related)


@rule("KUF504", Severity.WARNING, FILES)
def kueue_taint_not_tolerated(files: Files) -> Iterator[Problem]:
    """Nodes of a flavor have a taint that the flavor neither tolerates nor tells of.

    What it does:
        With nodes (--nodes), looks for NoSchedule and NoExecute taints on the nodes of every flavor that are among
        neither its tolerations nor its nodeTaints. Those of Kubernetes itself (node.kubernetes.io/) pass.

    Why:
        Work is admitted to the flavor, and its pods then find no node. A toleration of the flavor is added to them; a
        taint in nodeTaints keeps work away that does not tolerate it by itself.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100}}
        spec: {taints: [{key: nvidia.com/gpu, value: present, effect: NoSchedule}]}

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec:
          nodeLabels: {gpu: h100}
          tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100}}
        spec: {taints: [{key: nvidia.com/gpu, value: present, effect: NoSchedule}]}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/3158; https://github.com/kubernetes-sigs/kueue/issues/6868
    """
    for flavor in files.flavors.values():
        nodes: dict[str, list[str]] = {}
        for node in files.selected.matched(flavor) if flavor.labels else ():
            for taint in untolerated(flavor, node):
                if taint not in flavor.taints:
                    text = f"{taint.key}{f'={taint.value}' if taint.value else ''}:{taint.effect}"
                    nodes.setdefault(text, []).append(node.name)
        for taint_text, names in nodes.items():
            message = f"flavor '{flavor.name}' does not tolerate {taint_text} of {listed(names, 4)}"
            yield problem(flavor.manifest.named_at, message, "add it to tolerations, or to nodeTaints")
