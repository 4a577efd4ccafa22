"""Pools that keep more nodes free than they have."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("NOD102", Severity.ERROR, DOCUMENT)
def spare_above_hosts(tenancy: Tenancy) -> Iterator[Problem]:
    """A pool keeps more nodes spare than it has.

    What it does:
        Compares `spare` with the number of hosts of the pool.

    Why:
        Spare nodes are taken off the capacity; a capacity below zero means nothing.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue, spare: 9}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue, spare: 1}

    Sources:
        docs/design.md, "The arithmetic": capacity.
    """
    for name, pool in tenancy.pools.items():
        if pool.spare > len(pool.hosts):
            message = f"{pool.spare} nodes are spare of a pool that has {len(pool.hosts)}"
            related = (Related("hosts are listed here", ("pools", name, "hosts")),)
            yield Problem(("pools", name, "spare"), message, f"use at most {len(pool.hosts)}", related)
