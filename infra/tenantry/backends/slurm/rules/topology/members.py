"""Switches, blocks and rings among themselves: what slurmctld ends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from tenantry.backends.slurm.fabrics import Fabric, Member, fabrics, names
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import suggestion
from tenantry.finding import Severity

_NOUNS = {"tree": "switch", "block": "block", "ring": "ring"}


@rule("SLF905", Severity.ERROR, FILES)
def slurm_switch_twice(files: Files) -> Iterator[Problem]:
    """Two switches, blocks or rings of one topology have one name.

    What it does:
        Compares the names within topology.conf, and within each topology of topology.yaml.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-4]
        SwitchName=s0 Nodes=n[5-8]

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
        topology.conf(5); tried on 22.05, 24.11 and 26.05: "Switch (s0) has already been defined".
    """
    for fabric in fabrics(files):
        first: dict[str, Member] = {}
        for member in fabric.members:
            other = first.setdefault(member.name, member)
            if member.name and other is not member:
                message = f"there are two {_several(fabric)} called '{member.name}'"
                yield problem(member.location, message, "give each a name of its own", seen("one", other.location))


@rule("SLF906", Severity.ERROR, FILES)
def slurm_unknown_child_switch(files: Files) -> Iterator[Problem]:
    """A switch names a child that is no other switch.

    What it does:
        Looks up the children of every switch among the other switches of its topology.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-4]
        SwitchName=s1 Nodes=n[5-8]
        SwitchName=top Switches=s[0-2]

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
        topology.conf(5); tried on 22.05, 24.11 and 26.05: "Switch configuration top has invalid child (s2)".
    """
    for fabric in fabrics(files):
        known = [it.name for it in fabric.members]
        for member in fabric.members:
            for child in names(member.children):
                if child == member.name:
                    yield problem(
                        member.location, f"switch '{child}' is a child of itself", "name the switches below it"
                    )
                elif child not in known:
                    message = f"there is no switch '{child}' below '{member.name}'"
                    others = [name for name in known if name != member.name]
                    yield problem(member.location, message, suggestion(child, others, fabric.where))


@rule("SLF907", Severity.ERROR, FILES)
def slurm_switches_no_tree(files: Files) -> Iterator[Problem]:
    """Switches stand below each other in a circle.

    What it does:
        Follows the children of every switch down.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]
        SwitchName=mid Switches=s0,top
        SwitchName=top Switches=mid

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]
        SwitchName=mid Switches=s0
        SwitchName=top Switches=mid

    Sources:
        Tried on 22.05, 24.11 and 26.05: "Switch configuration is not a tree".
    """
    for fabric in fabrics(files):
        below = {it.name: tuple(names(it.children)) for it in fabric.members if it.name not in names(it.children)}
        circle = _circle(below)
        at = next((it for it in fabric.members if circle and it.name == circle[0]), None)
        if at is not None:
            yield problem(
                at.location, f"{' is above '.join(circle)}", "take one of them out of the children of another"
            )


@rule("SLF908", Severity.ERROR, FILES)
def slurm_switch_of_both(files: Files) -> Iterator[Problem]:
    """A switch has both children and nodes, or neither; a block has no nodes.

    What it does:
        Asks of every switch that it has either child switches or nodes, and of every block and ring that it has nodes.

    Why:
        slurmctld ends on it, or, on some releases, takes one of the two without a word.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-7]
        SwitchName=top Switches=s0 Nodes=n8

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-7]
        SwitchName=s1 Nodes=n8
        SwitchName=top Switches=s[0-1]

    Sources:
        topology.conf(5); tried: "switch top has both child switches and nodes" on 22.05, 24.11 and 26.05;
        "has neither child switches nor nodes" on 22.05 and 24.11.
    """
    for fabric in fabrics(files):
        for member in fabric.members:
            named = f"{_NOUNS[fabric.kind]} '{member.name}'"
            if member.nodes and member.children:
                hint = "keep the children, and put the nodes on a switch below"
                yield problem(member.location, f"{named} has both children and nodes", hint)
            elif not member.nodes and not member.children:
                what = "neither children nor nodes" if fabric.kind == "tree" else "no nodes"
                yield problem(member.location, f"{named} has {what}", "name its nodes, or leave it out")


def _several(fabric: Fabric) -> str:
    return {"tree": "switches"}.get(fabric.kind, f"{fabric.kind}s")


def _circle(below: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Names that stand below each other, the first of them again at the end; empty where there are none."""
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle[::-1]
    return []
