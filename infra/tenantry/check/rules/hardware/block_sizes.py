"""Block sizes that Slurm refuses."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("NOD111", Severity.ERROR, DOCUMENT)
def block_sizes_uneven(tenancy: Tenancy) -> Iterator[Problem]:
    """Block sizes are not powers of two of each other, or stand with a tree.

    What it does:
        Asks that every size is the one before times a power of two, and that only `kind: block` has sizes.

    Why:
        slurmctld stops at block sizes that do not double, and a tree has no sizes.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            kind: block
            blockSizes: [4, 12]
            levels:
              - {name: block, label: topology.example.com/block, members: {b1: "gpu[01-04]", b2: "gpu[05-08]"}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            kind: block
            blockSizes: [4, 8]
            levels:
              - {name: block, label: topology.example.com/block, members: {b1: "gpu[01-04]", b2: "gpu[05-08]"}}

    Sources:
        topology.conf(5), BlockSizes.
    """
    for name, topology in tenancy.topologies.items():
        if topology.kind == "tree" and topology.block_sizes:
            message = "block sizes stand in a topology of kind tree"
            yield Problem(("topologies", name, "blockSizes"), message, "remove them, or write kind: block")
            continue
        previous = 0
        for at, size in enumerate(topology.block_sizes):
            if size < 1 or (previous and not _power_of_two(size, previous)):
                path = ("topologies", name, "blockSizes", at)
                right = f"{previous * 2}, {previous * 4} or a further doubling" if previous else "at least 1"
                yield Problem(path, f"block size {size} does not fit", f"use {right}")
            previous = max(size, 0)


def _power_of_two(size: int, previous: int) -> bool:
    ratio, rest = divmod(size, previous)
    return rest == 0 and ratio > 1 and ratio & (ratio - 1) == 0
