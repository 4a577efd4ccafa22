"""Which hosts a partition and a node set have.

Source: src/slurmctld/read_config.c, ``nodespec_to_hostlist``.
"""

from __future__ import annotations

from tenantry.backends.slurm.parse.site import Record, Site
from tenantry.model.hostlist import HostList, HostListError


def all_hosts(site: Site) -> HostList:
    """Every host that has a NodeName line."""
    return HostList(host for node in site.nodes for host in node.hosts)


def partition_hosts(site: Site, partition: Record) -> HostList:
    """The hosts of a partition's ``Nodes``: host lists, node sets and ALL.

    A name that neither is a node set nor has a NodeName line stays in, as the host it would be; what cannot be read
    is left out.
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
        HostList.parse(nodes, skip_empty=True)
    except HostListError as problem:
        return problem
    return None


def _named(site: Site, nodes: str) -> HostList:
    if nodes.upper() == "ALL":
        return all_hosts(site)
    hosts = _parsed(nodes)
    # In the order of the file and once each: a set that names an earlier one gets a host of that name, no more.
    for node_set in site.node_sets:
        if node_set.name in hosts:
            hosts = (hosts - HostList([node_set.name])) | _set_hosts(site, node_set)
    return hosts


def _set_hosts(site: Site, node_set: Record) -> HostList:
    wanted = node_set.value("Feature")
    having = [node.hosts for node in site.nodes if wanted and wanted in features(node)]
    nodes = node_set.value("Nodes")
    named = all_hosts(site) if nodes.upper() == "ALL" else _parsed(nodes)
    return HostList(host for hosts in (*having, named) for host in hosts)


def features(node: Record) -> tuple[str, ...]:
    """The features of a node, whichever of the two names the option goes by."""
    return tuple(filter(None, (node.value("Feature") or node.value("Features")).split(",")))


def _parsed(nodes: str) -> HostList:
    try:
        return HostList.parse(nodes, skip_empty=True)
    except HostListError:
        return HostList()
