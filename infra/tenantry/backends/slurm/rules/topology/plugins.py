"""Which topology is read, and by whom it is named."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.fabrics import KINDS, plugin
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import suggestion
from tenantry.finding import Severity


@rule("SLF911", Severity.WARNING, FILES)
def slurm_topology_conf_unread(files: Files) -> Iterator[Problem]:
    """topology.yaml lies beside topology.conf, which Slurm then does not read.

    What it does:
        Tells a topology.conf beside a topology.yaml, from 25.05 on.

    Why:
        topology.yaml replaces it: whoever changes topology.conf wonders why nothing happens.

    Example:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        ---
        - topology: main
          cluster_default: true
          tree:
            switches:
              - switch: s0
                nodes: n[1-8]
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Use instead:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        ---
        - topology: main
          cluster_default: true
          tree:
            switches:
              - switch: s0
                nodes: n[1-8]

    Sources:
        topology.yaml(5); tried on 26.05: topology.yaml wins.
    """
    yaml, lines = files.site.topology_yaml, files.site.topology
    if yaml is not None and lines and files.facts.topology_yaml:
        message = f"topology.yaml lies beside, so Slurm {files.release} does not read this"
        yield problem(lines[0].location, message, "remove one of the two", seen("this one counts", yaml.location))


@rule("SLF912", Severity.ERROR, FILES)
def slurm_unknown_topology(files: Files) -> Iterator[Problem]:
    """A partition or node names a topology that topology.yaml does not define.

    What it does:
        Looks up Topology of every partition in topology.yaml. On nodes it is name:unit.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL Topology=mian
        # topology.yaml
        ---
        - topology: main
          cluster_default: true
          tree:
            switches:
              - switch: s0
                nodes: n[1-8]

    Use instead:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL Topology=main
        # topology.yaml
        ---
        - topology: main
          cluster_default: true
          tree:
            switches:
              - switch: s0
                nodes: n[1-8]

    Sources:
        slurm.conf(5), Topology; topology.yaml(5); tried on 26.05: "Invalid partition topology".
    """
    if not files.facts.topology_yaml:
        return
    entries = files.site.topology_yaml.items() if files.site.topology_yaml else ()
    known = [str(it.value) for entry in entries if (it := entry.get("topology"))]
    for record in files.site.records:
        setting = record.own.get("Topology") if record.kind == "PartitionName" else None
        if setting and setting.value not in known:
            message = f"there is no topology '{setting.value}'"
            yield problem(setting.value_location, message, suggestion(setting.value, known, "topology.yaml"))


@rule("SLF913", Severity.ERROR, FILES)
def slurm_linear_with_tree(files: Files) -> Iterator[Problem]:
    """select/linear is used with topology/tree.

    What it does:
        Compares SelectType with TopologyPlugin, for releases that refuse the two together.

    Why:
        slurmctld ends on it from 23.11 on.

    Example:
        # slurm.conf
        SelectType=select/linear
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Use instead:
        # slurm.conf
        SelectType=select/cons_tres
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Sources:
        src/common/read_config.c: "select/linear with topology/tree is not supported".
    """
    select = files.value("SelectType").lower().removeprefix("select/")
    topology = files.value("TopologyPlugin").lower().removeprefix("topology/")
    if files.release >= _REFUSED and (select, topology) == ("linear", "tree"):
        message = f"Slurm {files.release} has no select/linear with topology/tree"
        yield problem(
            files.place("SelectType"),
            message,
            "write SelectType=select/cons_tres",
            seen("the topology", files.place("TopologyPlugin")),
        )


_REFUSED = "23.11"


@rule("SLF922", Severity.WARNING, FILES)
def slurm_topology_not_chosen(files: Files) -> Iterator[Problem]:
    """topology.conf describes switches, blocks or rings, and TopologyPlugin reads none of them.

    What it does:
        Compares TopologyPlugin with the lines of topology.conf, where no topology.yaml is read instead. A plugin for
        another kind of lines has a rule of its own, SLF924.

    Why:
        slurmctld starts without a word and places jobs as if there were no topology.

    Example:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Use instead:
        # slurm.conf
        TopologyPlugin=topology/tree
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.conf
        SwitchName=s0 Nodes=n[1-8]

    Sources:
        slurm.conf(5), TopologyPlugin; tried on 22.05, 24.11 and 26.05.
    """
    if files.is_part or (files.site.topology_yaml is not None and files.facts.topology_yaml):
        return
    for line in (files.site.topology or ())[:1]:
        kind = KINDS.get(line.kind)
        if kind is not None and plugin(files) not in KINDS.values():
            chosen = f"TopologyPlugin is topology/{plugin(files)}" if plugin(files) else "TopologyPlugin is not set"
            yield problem(line.location, f"{chosen}, so this is not read", f"set TopologyPlugin=topology/{kind}")
