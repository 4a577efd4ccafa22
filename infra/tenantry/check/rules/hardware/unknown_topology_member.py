"""Members of a topology that do not exist."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.model.hostlist import HostList


@rule("NOD104", Severity.WARNING, DOCUMENT)
def unknown_topology_member(tenancy: Tenancy) -> Iterator[Problem]:
    """A topology lists a host that no pool has, or a member that the next level does not have.

    What it does:
        Follows the members of every level to the next level that has members, and those of the last one to the
        hosts of the pools. A document without pools knows no hosts, and its last level is left alone.

    Why:
        What is unknown is left out of Slurm's topology, so a misspelt rack or host loses its place without a word. A
        host that is out of service belongs in a pool with `owner: none`.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - {name: rack, label: topology.example.com/rack, members: {rack1: "gpu[01-04]"}}
              - {name: host, label: kubernetes.io/hostname}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-03]", owner: kueue}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - {name: rack, label: topology.example.com/rack, members: {rack1: "gpu[01-04]"}}
              - {name: host, label: kubernetes.io/hostname}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-03]", owner: kueue}
          repair: {flavor: h100, hosts: gpu04, owner: none}

    Sources:
        topology.conf(5)
    """
    hosts = HostList(host for pool in tenancy.pools.values() for host in pool.hosts) if tenancy.pools else None
    for name, topology in tenancy.topologies.items():
        filled = [(at, level) for at, level in enumerate(topology.levels) if level.members]
        below = [*(HostList(level.members) for _, level in filled[1:]), hosts]
        for (at, level), known in zip(filled, below, strict=False):
            for member, holds in level.members.items():
                if known is not None and (unknown := holds - known):
                    path = ("topologies", name, "levels", at, "members", member)
                    what = "in no pool" if known is hosts else "not a member of the next level"
                    message = f"{unknown} in {level.name} '{member}' is {what}"
                    yield Problem(path, message, "correct the list, or add what is missing")
