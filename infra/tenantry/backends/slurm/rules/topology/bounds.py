"""How large the parts of a topology may be."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.fabrics import fabrics, hosts
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF909", Severity.ERROR, FILES)
def slurm_block_sizes(files: Files) -> Iterator[Problem]:
    """Sizes of blocks that do not grow by powers of two.

    What it does:
        Asks that the sizes of a block topology are whole numbers above 0, each the first times a power of two, none
        smaller than the one before.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        TopologyPlugin=topology/block
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        BlockName=a Nodes=n[1-4]
        BlockName=b Nodes=n[5-8]
        BlockSizes=4,12

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/block
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        BlockName=a Nodes=n[1-4]
        BlockName=b Nodes=n[5-8]
        BlockSizes=4,8

    Sources:
        topology.conf(5), topology.yaml(5); tried on 24.11 and 26.05: "Invalid BlockSizes value: 12".
    """
    for fabric in fabrics(files):
        first = least = 0
        for text, location in fabric.sizes:
            size = int(text) if text.isdecimal() else 0
            times, rest = divmod(size, first) if first else (1, 0)
            if size < max(1, least) or rest or times & (times - 1):
                hint = (
                    f"write {first} times a power of two, in growing order" if first else "write a whole number above 0"
                )
                yield problem(location, f"'{text}' is no size of blocks here", hint)
                break
            first, least = first or size, size


@rule("SLF917", Severity.ERROR, FILES)
def slurm_switch_name_long(files: Files) -> Iterator[Problem]:
    """The name of a switch is longer than 64 characters.

    What it does:
        Measures the names of switches, for releases that bound them.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss Nodes=n[1-8]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Sources:
        topology.yaml(5): "cannot be longer than 64 characters"; tried on 24.11 and 26.05: "must be shorter than 64
        chars"; 22.05 takes it.
    """
    for fabric in fabrics(files) if files.release >= _BOUNDED else ():
        for member in fabric.members:
            if fabric.kind == "tree" and len(member.name) > _LONGEST:
                message = f"'{member.name[:20]}...' has {len(member.name)} characters"
                yield problem(member.location, message, f"use at most {_LONGEST}")


_BOUNDED = "24.11"
_LONGEST = 64


@rule("SLF918", Severity.ERROR, FILES)
def slurm_ring_too_long(files: Files) -> Iterator[Problem]:
    """A ring has more than 16 nodes.

    What it does:
        Counts the nodes of every ring.

    Why:
        topology/ring takes no more.

    Example:
        # slurm.conf
        TopologyPlugin=topology/ring
        NodeName=n[1-17] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        RingName=r0 Nodes=n[1-17]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/ring
        NodeName=n[1-17] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        RingName=r0 Nodes=n[1-16]
        RingName=r1 Nodes=n17

    Sources:
        topology.yaml(5): "A maximum of 16 nodes can be specified per ring".
    """
    for fabric in fabrics(files):
        for member in fabric.members if fabric.kind == "ring" else ():
            if (count := len(hosts(member.nodes, files))) > _RING:
                message = f"ring '{member.name}' has {count} nodes"
                yield problem(member.location, message, f"use at most {_RING}")


_RING = 16
