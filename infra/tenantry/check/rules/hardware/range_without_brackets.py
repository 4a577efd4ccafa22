"""Names of hosts that look like ranges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import digits

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("NOD122", Severity.WARNING, DOCUMENT)
def range_without_brackets(tenancy: Tenancy) -> Iterator[Problem]:
    """The name of a host looks like a range of hosts.

    What it does:
        Tells a host such as `gpu01-08`, whose name ends in two numbers, the lower first, where no other host of the
        document shares what stands before the last of them.

    Why:
        Without brackets that is one host of this very name, and the fleet has a single node where several were meant.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: gpu01-08, owner: kueue}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Sources:
        slurm.conf(5), node range expression.
    """
    before = Counter(host.rpartition("-")[0] for pool in tenancy.pools.values() for host in pool.hosts)
    for name, pool in tenancy.pools.items():
        for host in pool.hosts:
            start, _, high = host.rpartition("-")
            prefix = start.rstrip(digits)
            if prefix and before[start] == 1 and _rises(start[len(prefix) :], high):
                message = f"'{host}' is one host: a range stands in brackets"
                help_text = f'write "{prefix}[{start[len(prefix) :]}-{high}]", if several are meant'
                yield Problem(("pools", name, "hosts"), message, help_text)


def _rises(low: str, high: str) -> bool:
    """Whether the two are the ends of a range: no one pads the low end to more digits than the high end has."""
    return low.isdecimal() and high.isdecimal() and len(low) <= len(high) and int(low) < int(high)
