"""Hosts that differ in little more than how they are written."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("NOD116", Severity.WARNING, DOCUMENT)
def host_under_two_names(tenancy: Tenancy) -> Iterator[Problem]:
    """Two pools name hosts that differ in case or domain alone.

    What it does:
        Compares the hosts of all pools without regard to upper and lower case, and a short name with full ones.

    Why:
        `gpu01` of Slurm's and `gpu01.lab.example.com` of Kubernetes' are most likely one machine: two schedulers would
        give away the same devices.

    Example:
        fleet: demo
        slurm: {release: "24.11", settings: {SlurmctldHost: ctl.example.com}}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: gpu08.lab.example.com, owner: kueue}

    Use instead:
        fleet: demo
        slurm: {release: "24.11", settings: {SlurmctldHost: ctl.example.com}}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: gpu09.lab.example.com, owner: kueue}

    Sources:
        RFC 4343: names of hosts know no upper and lower case.
    """
    seen: dict[str, list[tuple[str, str]]] = {}
    told: set[tuple[str, str]] = set()
    for pool, stated in tenancy.pools.items():
        for host in stated.hosts:
            short = host.lower().partition(".")[0]
            for other, name in seen.setdefault(short, []):
                if other != pool and (other, pool) not in told and _one_machine(host, name):
                    told.add((other, pool))
                    message = f"'{host}' and '{name}' of pool '{other}' may be one machine"
                    related = (Related(f"'{name}' is here", ("pools", other, "hosts")),)
                    yield Problem(("pools", pool, "hosts"), message, "name every host in one way only", related)
            seen[short].append((pool, host))


def _one_machine(one: str, two: str) -> bool:
    """Whether two different names, alike in their first part, are one but for case, or one is the other's short one."""
    first, second = one.lower(), two.lower()
    return one != two and (first == second or "." not in first or "." not in second)
