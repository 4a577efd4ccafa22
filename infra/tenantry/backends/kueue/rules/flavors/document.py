"""Flavors on nodes that the document beside the files gives to somebody else."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.match import ByName
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity
from tenantry.model.scheduler import Owner


@rule("KUF510", Severity.ERROR, FILES)
def kueue_node_of_another_owner(files: Files) -> Iterator[Problem]:
    """A flavor selects a node that the document gives to another owner.

    What it does:
        With nodes (--nodes) and a document, looks up the nodes of every flavor with labels in the pools of Slurm and of
        nobody. Taints that the flavor does not tolerate keep it off.

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
        # tenancy.yaml
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-04]", owner: slurm}

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
        # tenancy.yaml
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-03]", owner: slurm}

    Sources:
        docs/design.md, "Words": the owner is the one scheduler that may place work on a node.
    """
    pools = files.document.pools if files.document else {}
    theirs = [(name, pool) for name, pool in pools.items() if pool.owner is not Owner.KUEUE]
    hosts = ByName((host, name) for name, pool in theirs for host in pool.hosts)
    for flavor in files.flavors.values() if theirs else ():
        found: dict[str, list[str]] = {}
        for node in files.selected.tolerated(flavor) if flavor.labels else ():
            pool_name = hosts.of(node)
            if pool_name is not None:
                found.setdefault(pool_name, []).append(node.name)
        for name, nodes in found.items():
            whose = "nobody" if pools[name].owner is Owner.NONE else "Slurm"
            message = f"flavor '{flavor.name}' selects {listed(nodes, 4)}, of {whose}'s pool '{name}'"
            related = Related("the pool's hosts", ("pools", name, "hosts"))
            yield problem(flavor.manifest.named_at, message, "take the label off, or give it to Kueue", related)
