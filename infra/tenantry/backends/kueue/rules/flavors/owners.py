"""Flavors on nodes where Slurm places work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.backends.kueue.marks import Mark
from tenantry.backends.kueue.match import ByName
from tenantry.backends.kueue.parse.kinds import Node, ResourceFlavor
from tenantry.backends.kueue.stage import FILES, Files, SlurmHost
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity


@rule("KUF507", Severity.ERROR, FILES)
def kueue_node_of_slurm(files: Files) -> Iterator[Problem]:
    """A flavor selects a node on which Slurm places work.

    What it does:
        With nodes (--nodes) and a slurm.conf (--slurm), looks for nodes that a flavor with labels selects and that
        slurm.conf has, by their names or host name labels, a short one with full ones. Taints that the flavor does not
        tolerate keep it off; nodes that Slurm leaves idle are told by KUF508, marked ones by KUF509.

    Why:
        Two schedulers that both place work on a node know nothing of each other's jobs.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: gpu04, labels: {gpu: h100}}
        # slurm.conf
        NodeName=gpu[01-04] Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: gpu04, labels: {gpu: h100}}
        # slurm.conf
        NodeName=gpu[01-03] Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Sources:
        https://github.com/NVIDIA/deepops/issues/1034
    """
    for it in _shared(files):
        if not it.host.idle and it.mark is None:
            message = f"flavor '{it.flavor.name}' selects node '{it.node.name}', which Slurm has, too"
            help_text = "take the label off the node, put a taint on it, or take it out of slurm.conf"
            yield problem(it.flavor.manifest.named_at, message, help_text, *it.places)


@rule("KUF508", Severity.WARNING, FILES)
def kueue_idle_node_of_slurm(files: Files) -> Iterator[Problem]:
    """A flavor selects a node that Slurm has and only leaves idle.

    What it does:
        The same as KUF507, for nodes whose State, or a DownNodes line, says DOWN, DRAIN, FAIL or FUTURE.

    Why:
        One `scontrol update State=RESUME` makes two schedulers place work on it.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: gpu05.dc1.example.com, labels: {gpu: h100}}
        # slurm.conf
        NodeName=gpu[01-04] Gres=gpu:8
        NodeName=gpu05 Gres=gpu:8 State=DOWN
        PartitionName=batch Nodes=ALL

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: gpu05.dc1.example.com, labels: {gpu: h100}}
        # slurm.conf
        NodeName=gpu[01-04] Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Sources:
        scontrol(1), update NodeName State; slurm.conf(5), DownNodes.
    """
    for it in _shared(files):
        if it.host.idle and it.mark is None:
            message = f"flavor '{it.flavor.name}' selects node '{it.node.name}', which is only out of use in Slurm"
            help_text = "take it out of slurm.conf"
            yield problem(it.flavor.manifest.named_at, message, help_text, *it.places)


@rule("KUF509", Severity.INFO, FILES)
def kueue_node_marked(files: Files) -> Iterator[Problem]:
    """A flavor selects nodes that other software marks as Slurm's.

    What it does:
        With nodes (--nodes), looks for the marks of Slinky, slurm-bridge, SUNK and Soperator on the nodes of every
        flavor with labels.

    Why:
        There software of Kubernetes keeps both schedulers apart, as long as its mark stays.

    Example:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec:
          nodeLabels: {gpu: h100}
          nodeTaints: [{key: slinky.slurm.net/managed-node, effect: NoExecute}]
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: gpu04, labels: {gpu: h100}}
        spec: {taints: [{key: slinky.slurm.net/managed-node, effect: NoExecute}]}

    Use instead:
        # kueue.yaml
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        # nodes.yaml
        apiVersion: v1
        kind: Node
        metadata: {name: gpu04, labels: {gpu: h100}}

    Sources:
        https://github.com/SlinkyProject/slurm-bridge/issues/48
    """
    for flavor in files.flavors.values():
        found: dict[Mark, list[str]] = {}
        for node in files.selected.matched(flavor) if flavor.labels else ():
            if mark := files.marks.get(node.name):
                found.setdefault(mark, []).append(node.name)
        for mark, names in found.items():
            message = f"flavor '{flavor.name}' selects {listed(names, 4)} with the {mark}"
            yield problem(flavor.manifest.named_at, message, "see that the mark stays while Slurm runs there")


class _Shared(NamedTuple):
    """A node that a flavor selects and slurm.conf has."""

    flavor: ResourceFlavor
    node: Node
    host: SlurmHost
    mark: Mark | None

    @property
    def places(self) -> tuple[Related, Related]:
        """The node in both schedulers' files."""
        return seen("the node", self.node.manifest.named_at), seen("Slurm's line", self.host.at)


def _shared(files: Files) -> Iterator[_Shared]:
    hosts = ByName((host.name, host) for host in files.slurm)
    for flavor in files.flavors.values() if files.slurm else ():
        for node in files.selected.tolerated(flavor) if flavor.labels else ():
            host = hosts.of(node)
            if host is not None:
                yield _Shared(flavor, node, host, files.marks.get(node.name))
