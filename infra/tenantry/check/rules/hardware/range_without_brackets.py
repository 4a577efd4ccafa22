"""Names of hosts that look like ranges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from string import digits

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("NOD122", Severity.WARNING, DOCUMENT)
def range_without_brackets(tenancy: Tenancy) -> Iterator[Problem]:
    """The name of a host looks like a range of hosts.

    What it does:
        Tells a host such as `gpu01-08`, whose name ends in the two ends of a range. Nothing is said where names of
        this very form are in use: two numbers that overlap those of a host with the same letters (`rack1-2` and
        `rack2-2`), or the same first number with a host of another form (`rack1-2` and `rack1-gw`). Nor is it for two
        neighbours without a leading zero: `rack1-2` alone is rather the second node of a rack than two racks.

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
    names = Counter(host.rpartition("-")[0] for pool in tenancy.pools.values() for host in pool.hosts)
    found = [(name, it) for name, pool in tenancy.pools.items() for host in pool.hosts if (it := _range(host))]
    apart = {it.host for it in _apart([it for _, it in found])}
    for name, it in found:
        if it.is_wide and it.host in apart and names[f"{it.prefix}{it.low}"] == 1:
            help_text = f'write "{it.prefix}[{it.low}-{it.high}]", if several are meant'
            yield Problem(("pools", name, "hosts"), f"'{it.host}' is one host: a range stands in brackets", help_text)


@dataclass(frozen=True, slots=True)
class _Range:
    """A host whose name could be meant as several."""

    host: str
    prefix: str
    low: str
    high: str

    @property
    def is_wide(self) -> bool:
        """More than two hosts, or written with a leading zero, which people put before numbers of one series."""
        return self.low.startswith("0") or int(self.high) - int(self.low) > 1


def _apart(ranges: list[_Range]) -> Iterator[_Range]:
    """Those that share no host with another one, were they ranges."""
    in_order = sorted(ranges, key=lambda it: (it.prefix, int(it.low)))
    for _, group in groupby(in_order, key=lambda it: it.prefix):
        same = list(group)
        end = -1
        for it, following in zip(same, [*same[1:], None], strict=True):
            if end < int(it.low) and (following is None or int(it.high) < int(following.low)):
                yield it
            end = max(end, int(it.high))


def _range(host: str) -> _Range | None:
    """None for a name that is none: no one pads the low end to more digits than the high end has."""
    start, _, high = host.rpartition("-")
    prefix = start.rstrip(digits)
    low = start[len(prefix) :]
    rises = low.isdecimal() and high.isdecimal() and len(low) <= len(high) and int(low) < int(high)
    return _Range(host, prefix, low, high) if prefix and rises else None
