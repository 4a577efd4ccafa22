"""Names of nodes and partitions that are taken, or that Slurm keeps for itself."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parse.members import all_hosts
from tenantry.backends.slurm.parse.site import HostsRecord, Record
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.hostlist import HostList


@rule("SLF301", Severity.ERROR, FILES)
def slurm_node_twice(files: Files) -> Iterator[Problem]:
    """A node is defined twice.

    What it does:
        Expands the names of all NodeName lines and tells those that stand in two, or twice in one. A node in two
        partitions, or twice in one, is fine.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        NodeName=n3 CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        NodeName=n[1-2] CPUs=4
        NodeName=n3 CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), NodeName; tried on 22.05, 24.11 and 26.05: "fatal: Duplicated NodeName n3 in the config file",
        "fatal: Duplicated NodeHostName n3 in config file".
    """
    first: dict[str, HostsRecord] = {}
    for node in files.site.nodes:
        if repeated := HostList(node.hosts.repeated):
            what = f"node {repeated} stands" if len(repeated) == 1 else f"nodes {repeated} stand"
            yield problem(node.name_location, f"{what} twice in this list", "name each node once")
        twice: dict[HostsRecord, list[str]] = {}
        for host in node.hosts:
            if host in first:
                twice.setdefault(first[host], []).append(host)
        for earlier, hosts in twice.items():
            names = HostList(hosts)
            what = f"node {names} is" if len(names) == 1 else f"nodes {names} are"
            again = seen("it is defined here first", earlier.name_location)
            yield problem(node.name_location, f"{what} defined twice", "keep each node on one line", again)
        first |= {host: node for host in node.hosts if host not in first}


@rule("SLF302", Severity.ERROR, FILES)
def slurm_partition_twice(files: Files) -> Iterator[Problem]:
    """Two partitions have the same name.

    What it does:
        Compares the names of all PartitionName lines.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=n1
        PartitionName=batch Nodes=n[2-3]

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=n[1-3]

    Sources:
        slurm.conf(5), PartitionName; tried on 22.05, 24.11 and 26.05: "duplicate entry for partition batch".
    """
    first: dict[str, Record] = {}
    for partition in files.site.partitions:
        earlier = first.setdefault(partition.name, partition)
        if earlier is not partition:
            again = seen("it is defined here first", earlier.name_location)
            message = f"partition '{partition.name}' is defined twice"
            yield problem(partition.name_location, message, "join the two lines, or rename one", again)


@rule("SLF303", Severity.ERROR, FILES)
def slurm_reserved_name(files: Files) -> Iterator[Problem]:
    """A partition or node has a name that Slurm keeps for itself.

    What it does:
        Tells a PartitionName or NodeName line that is called default, in whatever case, and yet describes a thing of
        its own: it has Nodes, is written in lower case, or nothing follows that it could set defaults for. Tells a
        node that is called ALL.

    Why:
        Such a line sets defaults and makes no partition. Slurm 22.05 ends then, later releases start without one.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=default Nodes=n[1-3] Default=YES

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=DEFAULT State=UP
        PartitionName=batch Nodes=n[1-3] Default=YES

    Sources:
        slurm.conf(5), DEFAULT; tried on 22.05, 24.11 and 26.05: "'ALL' is a reserved word".
    """
    for record in files.site.records:
        if record.is_default and _means_a_thing(files, record):
            message = f"{record.kind}={record.name} sets defaults and defines nothing"
            yield problem(record.name_location, message, "give it another name, or write DEFAULT if that is meant")
        elif record.kind == "NodeName" and record.name.upper() == "ALL":
            yield problem(record.name_location, "no node can be called ALL", "name the hosts, such as n[01-20]")


def _means_a_thing(files: Files, record: Record) -> bool:
    if record.name == "DEFAULT":
        return False
    others = files.site.nodes if record.kind == "NodeName" else files.site.partitions
    follows = any((it.location.file, it.location.line) > (record.location.file, record.location.line) for it in others)
    return record.name.islower() or not follows or "Nodes" in record.own


@rule("SLF304", Severity.ERROR, FILES)
def slurm_node_set_is_a_node(files: Files) -> Iterator[Problem]:
    """A node set has the name of a node.

    What it does:
        Compares the names of NodeSet lines with those of the nodes.

    Why:
        Nodes=<name> would mean either. slurmctld ends on it from 24.11 on; before, it takes the set in silence, and
        nothing is said here.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        NodeSet=n1 Nodes=n[1-2]
        PartitionName=batch Nodes=n1

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        NodeSet=small Nodes=n[1-2]
        PartitionName=batch Nodes=small

    Sources:
        slurm.conf(5), NodeSet; tried on 22.05, 24.11 and 26.05: "NodeSet with name n1 overlaps with an existing
        NodeName".
    """
    hosts = all_hosts(files.site)
    for node_set in files.site.node_sets if files.release >= _SETS_ARE_CHECKED else ():
        if node_set.name in hosts:
            message = f"node set '{node_set.name}' has the name of a node"
            yield problem(node_set.name_location, message, "rename the set, and where partitions name it")


_SETS_ARE_CHECKED = "24.11"
