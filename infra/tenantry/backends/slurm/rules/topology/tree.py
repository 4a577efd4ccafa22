"""topology.conf against the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tenantry.backends.slurm.parse.members import all_hosts
from tenantry.backends.slurm.parse.site import Record
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.hostlist import HostList, HostListError


def _hosts(text: str) -> HostList:
    """Empty for what cannot be read."""
    try:
        return HostList.parse(text, skip_empty=True)
    except HostListError:
        return HostList()


def _leaves(files: Files) -> list[tuple[Record, HostList]]:
    """The lines of topology.conf that name nodes; none where topology.yaml is read instead."""
    if files.site.topology_yaml is not None and files.facts.topology_yaml:
        return []
    known = all_hosts(files.site)
    lines = [it for it in files.site.topology or () if "Nodes" in it.options]
    return [(it, known if it.value("Nodes").upper() == "ALL" else _hosts(it.value("Nodes"))) for it in lines]


@rule("SLF901", Severity.WARNING, FILES)
def slurm_node_on_two_switches(files: Files) -> Iterator[Problem]:
    """A node is in two leaf switches or blocks of topology.conf.

    What it does:
        Expands Nodes of every line of topology.conf and tells hosts that stand in two.

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
    first: dict[str, Record] = {}
    for record, hosts in _leaves(files):
        twice = HostList(host for host in hosts if host in first)
        if len(twice):
            other = first[twice.names[0]]
            message = f"{twice} is in '{record.name}' and in '{other.name}'"
            yield problem(record.location, message, "name each node once", seen("the other line", other.location))
        first |= {host: record for host in hosts if host not in first}


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
    leaves = _leaves(files)
    left = all_hosts(files.site) - HostList(host for _, hosts in leaves for host in hosts)
    if leaves and len(left):
        yield problem(leaves[0][0].location, f"{left} is in no line of topology.conf", "add it to one")


@rule("SLF903", Severity.WARNING, FILES)
def slurm_unknown_host_on_switch(files: Files) -> Iterator[Problem]:
    """topology.conf names hosts that no NodeName line defines.

    What it does:
        Looks up every host of topology.conf among the nodes of slurm.conf.

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
    for record, hosts in _leaves(files) if known and files.whole else ():
        unknown = hosts - known
        if len(unknown):
            yield problem(record.location, f"{unknown} has no NodeName line", "define it, or leave it out here")


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
    if not _leaves(files):
        return
    switches = [it for it in files.site.topology or () if it.kind == "SwitchName"]
    below = {it.name: frozenset(_hosts(it.value("Switches"))) for it in switches}
    tops = [it for it in switches if not any(it.name in names for names in below.values())]
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
