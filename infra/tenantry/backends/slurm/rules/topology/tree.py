"""Topologies against the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tenantry.backends.slurm.fabrics import Fabric, Member, fabrics, hosts, names
from tenantry.backends.slurm.parse.members import all_hosts
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.hostlist import HostList


def _leaves(files: Files) -> Iterator[tuple[Fabric, list[tuple[Member, HostList]]]]:
    """The members of each topology that name nodes."""
    for fabric in fabrics(files):
        yield fabric, [(it, hosts(it.nodes, files)) for it in fabric.members if it.nodes is not None]


def _alone(files: Files) -> Iterator[tuple[Fabric, list[tuple[Member, HostList]]]]:
    """That of topology.conf, which has to place every node; one of topology.yaml may be for some partitions."""
    return (it for it in _leaves(files) if not it[0].in_yaml)


@rule("SLF901", Severity.WARNING, FILES)
def slurm_node_on_two_switches(files: Files) -> Iterator[Problem]:
    """A node is in two leaf switches, blocks or rings of one topology.

    What it does:
        Expands the nodes of every switch, block and ring of topology.conf, or of each topology of topology.yaml, and
        tells hosts that stand in two.

    Why:
        slurmctld starts with a warning, and places jobs by a fabric that is not there.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-4]
        SwitchName=s1 Nodes=n[4-8]
        SwitchName=top Switches=s[0-1]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-4]
        SwitchName=s1 Nodes=n[5-8]
        SwitchName=top Switches=s[0-1]

    Sources:
        topology.conf(5); tried on 22.05, 24.11 and 26.05: "Multiple leaf switches contain nodes".
    """
    for _, leaves in _leaves(files):
        first: dict[str, Member] = {}
        for member, found in leaves:
            twice = HostList(host for host in found if host in first)
            if len(twice):
                other = first[twice.names[0]]
                message = f"{twice} is in '{member.name}' and in '{other.name}'"
                yield problem(member.location, message, "name each node once", seen("the other one", other.location))
            first |= {host: member for host in found if host not in first}


@rule("SLF902", Severity.WARNING, FILES)
def slurm_node_on_no_switch(files: Files) -> Iterator[Problem]:
    """A node is in no line of topology.conf.

    What it does:
        Looks up every node of slurm.conf among the hosts of topology.conf.

    Why:
        Jobs of several nodes are never placed there.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-9] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-9] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-9]

    Sources:
        topology.conf(5); tried on 22.05, 24.11 and 26.05: "switches lack access to 1 nodes".
    """
    for _, leaves in _alone(files):
        left = all_hosts(files.site) - HostList(host for _, found in leaves for host in found)
        if leaves and len(left):
            yield problem(leaves[0][0].location, f"{left} is in no line of topology.conf", "add it to one")


@rule("SLF903", Severity.WARNING, FILES)
def slurm_unknown_host_on_switch(files: Files) -> Iterator[Problem]:
    """A topology names hosts that no NodeName line defines.

    What it does:
        Looks up every host of topology.conf and topology.yaml among the nodes of slurm.conf.

    Why:
        slurmctld passes over them with an error line: a misspelt name leaves a node without its switch.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8],x[01-02]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Sources:
        topology.conf(5); tried on 22.05, 24.11 and 26.05: 'lookup failure for node "x01"'.
    """
    known = all_hosts(files.site)
    for _, leaves in _leaves(files) if known and files.whole else ():
        for member, found in leaves:
            unknown = found - known
            if len(unknown):
                yield problem(member.location, f"{unknown} has no NodeName line", "define it, or leave it out here")


@rule("SLF904", Severity.WARNING, FILES)
def slurm_no_common_switch(files: Files) -> Iterator[Problem]:
    """No switch of topology.conf reaches all nodes.

    What it does:
        Follows Switches from every switch down and looks for one below which all others stand.

    Why:
        No job can span the parts. That is right for fabrics that are not connected, and else a line is missing.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-4]
        SwitchName=s1 Nodes=n[5-8]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-4]
        SwitchName=s1 Nodes=n[5-8]
        SwitchName=top Switches=s[0-1]

    Sources:
        topology.conf(5); tried on 24.11 and 26.05: "no switch can reach all nodes through its descendants".
    """
    for fabric, leaves in _alone(files):
        if not leaves or fabric.kind != "tree":
            continue
        below = {it.name: frozenset(names(it.children)) for it in fabric.members}
        tops = [it for it in fabric.members if not any(it.name in under for under in below.values())]
        if len(tops) > 1 and not any(_reached(below, it.name) >= set(below) for it in tops):
            message = f"'{tops[0].name}' and {len(tops) - 1} more have no switch above them"
            help_text = "add a switch that joins them, unless they are fabrics of their own"
            yield problem(tops[0].location, message, help_text, seen("another one", tops[1].location))


def _reached(below: Mapping[str, frozenset[str]], name: str) -> set[str]:
    found, left = {name}, [name]
    while left:
        fresh = below.get(left.pop(), frozenset()) - found
        found |= fresh
        left += fresh
    return found
