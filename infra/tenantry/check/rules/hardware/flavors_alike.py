"""Flavors that a scheduler cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved, ResolvedFlavor


@rule("NOD106", Severity.ERROR, RESOLVED)
def flavors_alike(resolved: Resolved) -> Iterator[Problem]:
    """Two flavors have one GRES type or the same node labels.

    What it does:
        Compares the GRES type of every two GPU flavors on Slurm, and the node labels of every two flavors on Kueue.
        Flavors without node labels are left alone: they select whatever no other flavor does.

    Why:
        Slurm counts `gres/gpu:<type>` and Kueue picks nodes by labels. Two flavors that look alike share one count
        on Slurm, and on Kueue both quotas are for the same nodes: devices are granted twice.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
          h100-small: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 4}, node: {cpus: 64, memory: 1Ti}}
        pools:
          large: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
          small: {flavor: h100-small, hosts: "gpu[09-12]", owner: kueue}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
            node: {cpus: 128, memory: 2Ti}
            nodeLabels: {nvidia.com/gpu.count: "8"}
          h100-small:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 4}
            node: {cpus: 64, memory: 1Ti}
            nodeLabels: {nvidia.com/gpu.count: "4"}
        pools:
          large: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
          small: {flavor: h100-small, hosts: "gpu[09-12]", owner: kueue}

    Sources:
        gres.conf(5), Type; https://kueue.sigs.k8s.io/docs/concepts/resource_flavor/
    """
    for one, two in combinations(resolved.flavors.values(), 2):
        related = (Related(f"flavor '{one.name}' is here", ("flavors", one.name)),)
        if Scheduler.SLURM in resolved.schedulers and one.is_gpu and one.tres == two.tres:
            message = f"the flavors '{one.name}' and '{two.name}' have the same GRES type '{one.gres}'"
            yield Problem(("flavors", two.name), message, "set gpu.gres of one of them", related)
        if Scheduler.KUEUE in resolved.schedulers and _same_labels(one, two):
            labels = ", ".join(f"{key}={value}" for key, value in one.node_labels)
            message = f"the flavors '{one.name}' and '{two.name}' select the same nodes ({labels})"
            yield Problem(("flavors", two.name), message, "set nodeLabels so that each selects its own", related)


def _same_labels(one: ResolvedFlavor, two: ResolvedFlavor) -> bool:
    return bool(one.node_labels) and one.node_labels == two.node_labels
