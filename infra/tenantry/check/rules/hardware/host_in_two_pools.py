"""Hosts that two pools claim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("NOD101", Severity.ERROR, DOCUMENT)
def host_in_two_pools(tenancy: Tenancy) -> Iterator[Problem]:
    """The same host stands in two pools.

    What it does:
        Compares the hosts of every two pools.

    Why:
        A node has one flavor and one owner. Two schedulers that both place work on a node know nothing of each
        other's jobs, and the devices would be counted twice.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
          repair: {flavor: h100, hosts: "gpu[08-09]", owner: none}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-07]", owner: kueue}
          repair: {flavor: h100, hosts: "gpu[08-09]", owner: none}

    Sources:
        docs/design.md, "Words": a pool is a hostlist of one flavor with one owner.
    """
    for (one, first), (two, second) in combinations(tenancy.pools.items(), 2):
        if not first.hosts.isdisjoint(second.hosts):
            shared = first.hosts & second.hosts
            related = (Related(f"also in pool '{one}'", ("pools", one, "hosts")),)
            message = f"{shared} {'is' if len(shared) == 1 else 'are'} in the pools '{one}' and '{two}'"
            yield Problem(("pools", two, "hosts"), message, "remove it from one of the two", related)
