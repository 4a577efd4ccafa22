"""Nodes that keep all they have for themselves."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("NOD107", Severity.ERROR, DOCUMENT)
def reserved_above_node(tenancy: Tenancy) -> Iterator[Problem]:
    """What is reserved leaves nothing of the node.

    What it does:
        Compares `node.reserved` with the node's CPUs and memory.

    Why:
        CPU and memory follow the devices at the ratio of what is left of a node; with nothing left, no device
        comes with a CPU.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
            node: {cpus: 128, memory: 512Gi, reserved: {memory: 1Ti}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
            node: {cpus: 128, memory: 512Gi, reserved: {memory: 64Gi}}

    Sources:
        slurm.conf(5), CoreSpecCount and MemSpecLimit; kubelet's systemReserved.
    """
    for name, flavor in tenancy.flavors.items():
        node, kept = flavor.node, flavor.node.reserved
        all_kept = {
            "cpus": (kept.cpus >= node.cpus, f"{kept.cpus} CPUs are", f"{node.cpus}"),
            "memory": (kept.memory >= node.memory, f"{kept.memory} of memory is", f"{node.memory}"),
        }
        for key, (too_much, reserved, whole) in all_kept.items():
            if too_much:
                path = ("flavors", name, "node", "reserved", key)
                message = f"{reserved} reserved of a node that has {whole}"
                related = (Related("the node's size is set here", ("flavors", name, "node", key)),)
                yield Problem(path, message, "reserve less than the node has", related)
