"""Flavors beside the nodes that they select."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tenantry.backends.kueue.match import matched, untolerated
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
        if not matched(flavor, files.nodes):
            labels = ", ".join(f"{key}={value}" for key, value in flavor.labels)
            message = f"no node has the labels of flavor '{flavor.name}': {labels}"
            yield problem(_labels(flavor), message, _near(files, flavor))


def _near(files: Files, flavor: ResourceFlavor) -> str:
    for key, _ in flavor.labels:
        values = sorted({node.labels[key] for node in files.nodes if key in node.labels})
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
        a nominalQuota above 0 of one resource.

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
    quotas = _resources(files)
    flavors = [it for it in files.flavors.values() if quotas.get(it.name)]
    for at, one in enumerate(flavors):
        for other in flavors[at + 1 :]:
            both = sorted(quotas[one.name] & quotas[other.name])
            where = _both_select(files, one, other) if both else None
            if where is not None:
                message = f"flavors '{one.name}' and '{other.name}' select {where}, and both have {listed(both)}"
                related = seen(f"the labels of '{one.name}'", _labels(one))
                yield problem(_labels(other), message, "tell them apart by a label", related)


def _resources(files: Files) -> Mapping[str, set[str]]:
    """Flavor to the resources that anybody is guaranteed of it."""
    found: dict[str, set[str]] = {}
    for _, group in files.groups:
        for row in group.flavors:
            found.setdefault(row.flavor, set()).update(it.resource for it in row.quotas if it.nominal.nano > 0)
    return found


def _both_select(files: Files, one: ResourceFlavor, other: ResourceFlavor) -> str | None:
    """What both select, in words; None where nothing is known that both do."""
    if files.nodes:
        first = {it.name: it for it in matched(one, files.nodes) if not untolerated(one, it)}
        shared = [it for it in matched(other, first.values()) if not untolerated(other, it)]
        return f"node {listed([it.name for it in shared], 4)}" if shared else None
    for wide, narrow in ((one, other), (other, one)):
        kept_off = [it for it in narrow.taints if not any(tolerated.tolerates(it) for tolerated in wide.tolerations)]
        if set(wide.labels) <= set(narrow.labels) and not kept_off:
            return "the same nodes" if wide.labels == narrow.labels else f"the nodes of '{narrow.name}'"
    return None


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
        for node in matched(flavor, files.nodes) if flavor.labels else ():
            for taint in untolerated(flavor, node):
                if taint not in flavor.taints:
                    text = f"{taint.key}{f'={taint.value}' if taint.value else ''}:{taint.effect}"
                    nodes.setdefault(text, []).append(node.name)
        for taint_text, names in nodes.items():
            message = f"flavor '{flavor.name}' does not tolerate {taint_text} of {listed(names, 4)}"
            yield problem(flavor.manifest.named_at, message, "add it to tolerations, or to nodeTaints")
