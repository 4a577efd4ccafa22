"""Hosts that the topology of their flavor does not place."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy
from tenantry.model.fleet import Topology
from tenantry.model.hostlist import HostList


@rule("NOD103", Severity.WARNING, DOCUMENT)
def host_outside_topology(tenancy: Tenancy) -> Iterator[Problem]:
    """A host is missing in the topology that its flavor uses.

    What it does:
        Compares the hosts of every pool with the hosts that the topology of the pool's flavor lists. A topology
        without any members, which only names the labels of its levels, lists nothing and is left alone.

    Why:
        Work that asks for nodes near each other does not get this one: Slurm puts it away from all others, and Kueue
        counts only nodes that carry the label of every level.

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
          serving: {flavor: h100, hosts: "gpu[01-05]", owner: kueue}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - {name: rack, label: topology.example.com/rack, members: {rack1: "gpu[01-04]", rack2: gpu05}}
              - {name: host, label: kubernetes.io/hostname}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-05]", owner: kueue}

    Sources:
        topology.conf(5); https://kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling/
    """
    for name, pool in tenancy.pools.items():
        flavor = tenancy.flavors.get(pool.flavor)
        topology = tenancy.topologies.get(flavor.topology) if flavor and flavor.topology else None
        if topology is None or flavor is None:
            continue
        placed = hosts_of(topology)
        if placed is not None and (missing := pool.hosts - placed):
            message = f"{missing} of pool '{name}' {_be(missing)} not in the topology '{flavor.topology}'"
            related = (Related("the topology is here", ("topologies", str(flavor.topology))),)
            help_text = f"add {'it' if len(missing) == 1 else 'them'} to a member of its lowest level that has members"
            yield Problem(("pools", name, "hosts"), message, help_text, related)


def _be(hosts: HostList) -> str:
    return "is" if len(hosts) == 1 else "are"


def hosts_of(topology: Topology) -> HostList | None:
    """The hosts that the lowest level with members lists; None where no level has any."""
    lists = [level.members for level in topology.levels if level.members]
    return HostList(host for hosts in lists[-1].values() for host in hosts) if lists else None
