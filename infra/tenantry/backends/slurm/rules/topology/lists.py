"""topology.conf beside the plugin that reads it: its lines, and the lists in them."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.fabrics import KINDS, fabrics, plugin
from tenantry.backends.slurm.parse.members import unreadable
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_LINES = {kind: key for key, kind in KINDS.items()}


@rule("SLF923", Severity.ERROR, FILES)
def slurm_unreadable_topology(files: Files) -> Iterator[Problem]:
    """The nodes or children of a switch, block or ring are no host list.

    What it does:
        Reads them as Slurm's host list.

    Why:
        slurmctld ends on it; 22.05 makes up names and goes on.

    Example:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-4
        SwitchName=s1 Nodes=n[1-8]
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
        topology.conf(5); tried on 22.05, 24.11 and 26.05: "Invalid node name (n[1-8) in switch config".
    """
    for fabric in fabrics(files):
        for member in fabric.members:
            for text in (member.nodes, member.children):
                if text and (wrong := unreadable(text)):
                    yield problem(member.location, wrong.message, wrong.hint)


@rule("SLF924", Severity.ERROR, FILES)
def slurm_topology_of_another_plugin(files: Files) -> Iterator[Problem]:
    """topology.conf is written for another plugin than TopologyPlugin.

    What it does:
        Compares the lines of topology.conf with what topology/tree, topology/block and topology/ring read, where no
        topology.yaml is read instead.

    Why:
        slurmctld ends on the first line that its plugin does not know.

    Example:
        # slurm.conf
        TopologyPlugin=topology/block
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/block
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        BlockName=b0 Nodes=n[1-4]
        BlockName=b1 Nodes=n[5-8]
        BlockSizes=4

    Sources:
        topology.conf(5); tried on 22.05, 24.11 and 26.05: "Parsing error at unrecognized key: SwitchName".
    """
    wanted = _LINES.get(plugin(files))
    if wanted is None or (files.site.topology_yaml is not None and files.facts.topology_yaml):
        return
    for line in files.site.topology or ():
        if line.kind in KINDS and line.kind != wanted:
            message = f"topology/{plugin(files)} knows no {line.kind}"
            help_text = f"write {wanted} lines, or set TopologyPlugin=topology/{KINDS[line.kind]}"
            yield problem(line.location, message, help_text)
