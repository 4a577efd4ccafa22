"""Topologies and the labels of their levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.fields.table import served
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity

_HOSTNAME: Final = "kubernetes.io/hostname"


@rule("KUF601", Severity.ERROR, FILES)
def kueue_topology_without_labels(files: Files) -> Iterator[Problem]:
    """A flavor with a topology selects its nodes by no label.

    What it does:
        Looks for ResourceFlavors with topologyName and without nodeLabels.

    Why:
        The API server refuses the flavor: the topology would be that of every node.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {topologyName: racks}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}]}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}, topologyName: racks}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}]}

    Sources:
        Kueue's CRDs; tried on Kueue 0.17: "at least one nodeLabel is required when topology is set".
    """
    for flavor in files.flavors.values():
        if flavor.topology and not flavor.manifest.said.texts("spec", "nodeLabels"):
            place = flavor.manifest.said.key("spec", "topologyName")
            yield problem(place, f"flavor '{flavor.name}' has a topology and no nodeLabels", "write nodeLabels")


@rule("KUF602", Severity.ERROR, FILES)
def kueue_levels_wrong(files: Files) -> Iterator[Problem]:
    """The levels of a Topology have a label twice, or the host above another level.

    What it does:
        Looks for labels that stand in two levels, and for kubernetes.io/hostname anywhere but in the last.

    Why:
        The API server refuses the topology, from Kueue 0.10 on.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: kubernetes.io/hostname}, {nodeLabel: example.com/rack}]}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}, {nodeLabel: kubernetes.io/hostname}]}

    Sources:
        Kueue's CRDs; tried on Kueue 0.17: "must be unique", "can only be used at the lowest level of topology".
    """
    for topology in files.topologies.values():
        levels = topology.manifest.said.items("spec", "levels")
        for at, level in enumerate(levels):
            label = level.text("nodeLabel")
            if label and label in topology.levels[:at]:
                first = levels[topology.levels.index(label)].place("nodeLabel")
                message = f"a level above has {label} already"
                yield problem(level.place("nodeLabel"), message, "give each its own label", seen("there", first))
            elif label == _HOSTNAME and at + 1 < len(levels):
                yield problem(level.place("nodeLabel"), f"{label} stands above another level", "make it the last one")


@rule("KUF603", Severity.ERROR, FILES)
def kueue_level_not_on_node(files: Files) -> Iterator[Problem]:
    """A node of a flavor has not the label of every level of the flavor's topology.

    What it does:
        With nodes (--nodes), looks for the labels of all levels on every node that a flavor with a topology selects.

    Why:
        Kueue leaves the node out: its devices count in the quota, and no work is placed on them.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}, topologyName: racks}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}, {nodeLabel: kubernetes.io/hostname}]}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100, kubernetes.io/hostname: n1}}

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}, topologyName: racks}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}, {nodeLabel: kubernetes.io/hostname}]}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: n1, labels: {gpu: h100, example.com/rack: r1, kubernetes.io/hostname: n1}}

    Sources:
        https://github.com/kubernetes-sigs/kueue/issues/5039
    """
    for flavor in files.flavors.values():
        topology = files.topologies.get(flavor.topology)
        lacking: dict[str, list[str]] = {}
        for node in files.selected.matched(flavor) if topology else ():
            for label in topology.levels if topology else ():
                if label and label not in node.labels:
                    lacking.setdefault(label, []).append(node.name)
        for label, names in lacking.items():
            verb = "has" if len(names) == 1 else "have"
            message = (
                f"{listed(names, 4)} of flavor '{flavor.name}' {verb} no label {label}, a level of '{flavor.topology}'"
            )
            place = flavor.manifest.said.place("spec", "topologyName")
            yield problem(place, message, "put it on every node of the flavor")


@rule("KUF604", Severity.INFO, FILES)
def kueue_topology_needs_gate(files: Files) -> Iterator[Problem]:
    """A flavor has a topology, and the release places work by topologies only where it is told to.

    What it does:
        Looks for topologyName of ResourceFlavors, for Kueue before 0.14, and shows the first.

    Why:
        There the feature gate TopologyAwareScheduling is off where nobody sets it, and the topology has no effect.

    Example:
        # kueue.yaml of 0.13
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}, topologyName: racks}
        ---
        apiVersion: kueue.x-k8s.io/v1alpha1
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}]}

    Use instead:
        # kueue.yaml of 0.14
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}, topologyName: racks}
        ---
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}]}

    Sources:
        Kueue's feature gates: TopologyAwareScheduling is beta from 0.14.
    """
    with_topology = [it for it in files.flavors.values() if it.topology]
    if with_topology and "v1alpha1" in served(files.release, "Topology"):
        place = with_topology[0].manifest.said.place("spec", "topologyName")
        message = f"Kueue {files.release} has the feature gate TopologyAwareScheduling off where nobody sets it"
        yield problem(place, message, "see that it is on, or use 0.14 or later")
