"""Hosts that a list names twice."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.model.hostlist import HostList


@rule("NOD121", Severity.ERROR, DOCUMENT)
def host_repeated(tenancy: Tenancy) -> Iterator[Problem]:
    """A host stands twice in one list.

    What it does:
        Expands the hosts of every pool and looks for names that come up more than once.

    Why:
        It counts once, so the pool has fewer nodes than were written, and another host was probably meant.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08,07]", owner: kueue}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Sources:
        docs/design.md, "Words": a pool is a hostlist; slurmctld ends on a node that a list names twice (tried on 22.05,
        24.11 and 26.05).
    """
    for name, pool in tenancy.pools.items():
        if repeated := HostList(pool.hosts.repeated):
            verb = "stands" if len(repeated) == 1 else "stand"
            yield Problem(("pools", name, "hosts"), f"{repeated} {verb} twice in this list", "name each host once")
