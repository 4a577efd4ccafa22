"""What partitions name, and who may use them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.backends.slurm.parse.members import all_hosts, partition_hosts, unreadable
from tenantry.backends.slurm.parse.site import Record, Site
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import suggestion
from tenantry.finding import Severity

_FUNCTION = re.compile(r"[a-z]+\{", re.IGNORECASE)


@rule("SLF404", Severity.ERROR, FILES)
def slurm_partition_of_unknown_nodes(files: Files) -> Iterator[Problem]:
    """A partition names nodes that no NodeName line defines.

    What it does:
        Expands Nodes of every partition, with node sets and ALL, and looks up each host.

    Why:
        slurmctld ends on it; under 22.05 `scontrol reconfigure` even kills the one that runs.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=n[1-4]

    Use instead:
        # slurm.conf
        NodeName=n[1-4] CPUs=4
        PartitionName=batch Nodes=n[1-4]

    Sources:
        slurm.conf(5), Nodes; tried on 22.05, 24.11 and 26.05: "fatal: Invalid node names in partition batch".
    """
    known = all_hosts(files.site)
    for record, what in _naming(files.site):
        nodes = record.get("Nodes")
        if nodes is None or _FUNCTION.search(nodes.value) or unreadable(nodes.value) or not files.complete:
            continue
        unknown = partition_hosts(files.site, record) - known
        if unknown:
            sets = [it.name for it in files.site.node_sets]
            message = f"{what} '{record.name}' names {unknown}, which no NodeName line defines"
            help_text = suggestion(str(unknown), [*known, *sets], "the NodeName lines") if len(unknown) == 1 else ""
            yield problem(nodes.value_location, message, help_text or "define the nodes, or leave them out")


def _naming(site: Site) -> Iterator[tuple[Record, str]]:
    yield from ((it, "partition") for it in site.partitions)


@rule("SLF405", Severity.ERROR, FILES)
def slurm_unreadable_nodes(files: Files) -> Iterator[Problem]:
    """The nodes of a partition or node set are no host list.

    What it does:
        Reads Nodes of every PartitionName and NodeSet line as Slurm's host list.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=n[1-3

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=n[1-3]

    Sources:
        slurm.conf(5), node range expression; src/common/hostlist.c.
    """
    for record in files.site.records:
        nodes = record.own.get("Nodes") if record.kind in {"PartitionName", "NodeSet"} else None
        if nodes and not _FUNCTION.search(nodes.value) and (wrong := unreadable(nodes.value)):
            yield problem(nodes.value_location, wrong.message, wrong.hint)


@rule("SLF406", Severity.ERROR, FILES)
def slurm_two_defaults(files: Files) -> Iterator[Problem]:
    """Two partitions are the default one.

    What it does:
        Counts the partitions with Default=YES.

    Why:
        slurmctld takes the last one, in silence: jobs without a partition go elsewhere than the first line says.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=n1 Default=YES
        PartitionName=long Nodes=n[2-3] Default=YES

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=n1 Default=YES
        PartitionName=long Nodes=n[2-3]

    Sources:
        slurm.conf(5), Default; tried on 22.05, 24.11 and 26.05: accepted without a word.
    """
    chosen = [it for it in files.site.partitions if it.value("Default").lower() in {"yes", "up", "true", "1"}]
    for earlier in chosen[:-1]:
        message = f"partition '{earlier.name}' is not the default: '{chosen[-1].name}' is, further on"
        at = earlier.get("Default")
        counts = seen("this one counts", chosen[-1].location)
        place = at.location if at else earlier.location
        yield problem(place, message, "write Default=YES on one partition", counts)


_PAIRS = (("AllowAccounts", "DenyAccounts"), ("AllowQos", "DenyQos"))


@rule("SLF407", Severity.WARNING, FILES)
def slurm_allow_and_deny(files: Files) -> Iterator[Problem]:
    """A partition both allows and denies accounts, or QOS.

    What it does:
        Tells AllowAccounts beside DenyAccounts, and AllowQos beside DenyQos.

    Why:
        Slurm uses the list of those allowed and passes over the other one.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL AllowAccounts=physics DenyAccounts=guests

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL AllowAccounts=physics

    Sources:
        slurm.conf(5), DenyAccounts, DenyQos; tried on 22.05, 24.11 and 26.05: "DenyAccounts will be ignored".
    """
    for partition in files.site.partitions:
        for allow, deny in _PAIRS:
            denied, allowed = partition.get(deny), partition.get(allow)
            if denied and allowed and allowed.value.upper() != "ALL":
                message = f"partition '{partition.name}' has {allow}, so {deny} counts for nothing"
                yield problem(denied.location, message, f"leave {deny} out")
