"""Which hosts a partition and a node set have.

Source: src/slurmctld/read_config.c, ``nodespec_to_hostlist``; slurm.conf(5), Feature, for ``feature{...}``.
"""

from __future__ import annotations

import re
from typing import Final

from tenantry.backends.slurm.parse import values
from tenantry.backends.slurm.parse.site import Record, Site
from tenantry.model.hostlist import HostList, HostListError

_FUNCTION: Final = re.compile(r"([a-z0-9]+)\{([^{}]*)\}")
"""From 23.11 on; all but feature name parts of the topology."""


def all_hosts(site: Site) -> HostList:
    """Every host that has a NodeName line."""
    return HostList(host for node in site.nodes for host in node.hosts)


def partition_hosts(site: Site, partition: Record) -> HostList:
    """The hosts of a partition's ``Nodes``: host lists, node sets and ALL.

    A name that neither is a node set nor has a NodeName line stays in, as the host it would be; what cannot be read
    is left out, as are functions other than ``feature{...}``.
    """
    return _named(site, partition.value("Nodes"))


def node_set_hosts(site: Site, node_set: Record) -> HostList:
    """The hosts that a node set names, and those whose ``Feature`` has the one it asks for."""
    return _set_hosts(site, node_set)


def unreadable(nodes: str) -> HostListError | None:
    """Why a host list in ``Nodes`` cannot be read; None for one that can, and for ALL."""
    if nodes.upper() == "ALL":
        return None
    try:
        values.hosts(_FUNCTION.sub("", nodes))
    except HostListError as problem:
        return problem
    return None


def _named(site: Site, nodes: str) -> HostList:
    if nodes.upper() == "ALL":
        return all_hosts(site)
    hosts = _parsed(_FUNCTION.sub("", nodes))
    # In the order of the file and once each: a set that names an earlier one gets a host of that name, no more.
    for node_set in site.node_sets:
        if node_set.name in hosts:
            hosts = (hosts - HostList([node_set.name])) | _set_hosts(site, node_set)
    functions = [match.group(2) for match in _FUNCTION.finditer(nodes) if match.group(1) == "feature"]
    return HostList([*hosts, *(host for wanted in functions for host in _having(site, wanted))])


def _set_hosts(site: Site, node_set: Record) -> HostList:
    nodes = node_set.value("Nodes")
    named = all_hosts(site) if nodes.upper() == "ALL" else _parsed(nodes)
    return HostList([*_having(site, node_set.value("Feature")), *named])


def _having(site: Site, feature: str) -> list[str]:
    return [host for node in site.nodes if feature and feature in features(node) for host in node.hosts]


def features(node: Record) -> tuple[str, ...]:
    """The features of a node, whichever of the two names the option goes by."""
    return tuple(filter(None, (node.value("Feature") or node.value("Features")).split(",")))


def _parsed(nodes: str) -> HostList:
    try:
        return values.hosts(nodes)
    except HostListError:
        return HostList()
