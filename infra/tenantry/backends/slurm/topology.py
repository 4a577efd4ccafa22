"""Which hosts are near each other: topology.conf before 25.05, topology.yaml from then on.

Only Slurm's hosts appear: slurmctld complains of a host that slurm.conf does not have. A switch or block without any
is left out. Hosts that the document does not place get a switch of their own, or jobs could not span them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tenantry.backends.slurm.devices import Line
from tenantry.backends.slurm.names import FLEET_SWITCH, NO_TOPOLOGY
from tenantry.backends.slurm.scope import Scope
from tenantry.model.fleet import Topology
from tenantry.model.hostlist import HostList

_NONE: Final = HostList()


@dataclass(frozen=True, slots=True)
class Member:
    """One member of a level, a switch or a block: above other members, or above hosts."""

    name: str
    below: tuple[str, ...] = ()
    hosts: HostList = _NONE


def named(scope: Scope) -> dict[str, HostList]:
    """Topology to Slurm's hosts of the flavors that have it, by name; only those with any."""
    names = sorted({flavor.topology for flavor in scope.flavors.values() if flavor.topology})
    hosts = {name: _hosts(scope, name) for name in names}
    return {name: found for name, found in hosts.items() if len(found)}


def kind(scope: Scope) -> str:
    """What topology.conf holds: blocks only where no topology is a tree, since it can hold but one kind."""
    kinds = {scope.resolved.tenancy.topologies[name].kind for name in named(scope)}
    return "block" if kinds == {"block"} else "tree"


def conf_lines(scope: Scope) -> tuple[Line, ...]:
    """Lines of topology.conf, which describes the whole cluster; none where no flavor has a topology."""
    topologies = {name: (scope.resolved.tenancy.topologies[name], hosts) for name, hosts in named(scope).items()}
    if not topologies:
        return ()
    if kind(scope) == "block":
        sizes = next((topology.block_sizes for topology, _ in topologies.values() if topology.block_sizes), ())
        blocks = [block for topology, hosts in topologies.values() for block in leaves(topology, hosts)]
        lines: list[Line] = [{"BlockName": block.name, "Nodes": str(block.hosts)} for block in blocks]
        return (*lines, *([{"BlockSizes": ",".join(map(str, sizes))}] if sizes else []))
    found = [switch for name, (topology, hosts) in topologies.items() for switch in tree(name, topology, hosts)]
    outside = _hosts(scope, None)
    return tuple(_switch_line(switch) for switch in _joined([*found, *_unplaced(outside)]))


def yaml_topologies(scope: Scope) -> list[dict[str, Any]]:
    """The list that topology.yaml is; a partition names its entry. The first is the cluster's default."""
    topologies = scope.resolved.tenancy.topologies
    found = [_yaml(name, topologies[name], hosts) for name, hosts in named(scope).items()]
    if found and len(_hosts(scope, None)):
        found.append({"topology": NO_TOPOLOGY, "flat": True})
    return [{"topology": entry["topology"], "cluster_default": entry is found[0]} | entry for entry in found]


def tree(name: str, topology: Topology, hosts: HostList) -> list[Member]:
    """The switches above these hosts, widest level first; hosts of no switch get one named after it."""
    lowest = leaves(topology, hosts)
    levels = [lowest]
    for level in reversed(_levels(topology)[:-1]):
        present = {member.name for member in levels[0]}
        members = ((member, tuple(child for child in below if child in present)) for member, below in level.items())
        levels.insert(0, [Member(member, below) for member, below in members if below])
    placed = HostList(host for leaf in lowest for host in leaf.hosts)
    return [*(switch for level in levels for switch in level), *_unplaced(hosts - placed, f"{NO_TOPOLOGY}_{name}")]


def leaves(topology: Topology, hosts: HostList) -> list[Member]:
    """The members of the level next to the hosts, each with those of ``hosts`` it has."""
    lowest = _levels(topology)[-1:] or [{}]
    found = (Member(name, hosts=members & hosts) for name, members in lowest[0].items())
    return [member for member in found if len(member.hosts)]


def _levels(topology: Topology) -> list[dict[str, HostList]]:
    return [dict(sorted(level.members.items())) for level in topology.levels if level.members]


def _unplaced(hosts: HostList, name: str = NO_TOPOLOGY) -> list[Member]:
    return [Member(name, hosts=hosts)] if len(hosts) else []


def _joined(switches: list[Member]) -> list[Member]:
    """The same below one switch, where there are several on top."""
    below = {child for switch in switches for child in switch.below}
    tops = tuple(switch.name for switch in switches if switch.name not in below)
    return [Member(FLEET_SWITCH, tops), *switches] if len(tops) > 1 else switches


def _switch_line(switch: Member) -> Line:
    what = {"Switches": str(HostList(switch.below))} if switch.below else {"Nodes": str(switch.hosts)}
    return {"SwitchName": switch.name} | what


def _yaml(name: str, topology: Topology, hosts: HostList) -> dict[str, Any]:
    if topology.kind == "block":
        sizes = {"block_sizes": list(topology.block_sizes)} if topology.block_sizes else {}
        blocks = [{"block": block.name, "nodes": str(block.hosts)} for block in leaves(topology, hosts)]
        return {"topology": name, "block": sizes | {"blocks": blocks}}
    switches = _joined(tree(name, topology, hosts))
    return {"topology": name, "tree": {"switches": [_yaml_switch(switch) for switch in switches]}}


def _yaml_switch(switch: Member) -> dict[str, str]:
    what = {"children": str(HostList(switch.below))} if switch.below else {"nodes": str(switch.hosts)}
    return {"switch": switch.name} | what


def _hosts(scope: Scope, topology: str | None) -> HostList:
    """Slurm's hosts of the flavors with this topology, or with none."""
    return HostList(
        host for pool in scope.pools if scope.flavors[pool.flavor].topology == topology for host in pool.hosts
    )
