"""topology.yaml by itself."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parse.site import YamlValue
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.backends.slurm.topology_shape import KINDS, TOPOLOGY, Misfit, misfits
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF914", Severity.ERROR, FILES)
def slurm_topology_yaml_shape(files: Files) -> Iterator[Problem]:
    """topology.yaml is no list of topologies, or a part of it is not what Slurm reads there.

    What it does:
        Holds topology.yaml against what topology.yaml(5) says: a list of topologies, each with a name and exactly one
        of tree, block, flat, ring and torus3d, and what each of those has.

    Why:
        slurmctld ends on most of it, and says where only for some; a topology without a name it takes, and no partition
        can use.

    Example:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - topology: main
          tree:
            switches:
              - switch: s0
                nodes: [n1, n2]

    Use instead:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - topology: main
          tree:
            switches:
              - switch: s0
                nodes: n[1-2]

    Sources:
        topology.yaml(5); tried on 26.05.
    """
    top = _read(files)
    if top is None:
        return
    entries = top.items()
    if not entries:
        yield problem(top.location, "topology.yaml is no list of topologies", "write '- topology: NAME' for each")
    for entry in entries:
        yield from (problem(it.value.location, it.message, it.help) for it in _misfits(entry) if not it.unknown)
        kinds = [kind for kind in KINDS if entry.get(kind) is not None]
        if isinstance(entry.value, dict) and len(kinds) != 1:
            what = " and ".join(kinds) or "none"
            message = f"a topology has exactly one of {', '.join(KINDS)}; this has {what}"
            yield problem(entry.location, message, "make each a topology of its own" if kinds else "add one")


@rule("SLF915", Severity.WARNING, FILES)
def slurm_topology_yaml_unread_key(files: Files) -> Iterator[Problem]:
    """A key of topology.yaml that Slurm passes over.

    What it does:
        Looks up every key of topology.yaml among those of topology.yaml(5).

    Why:
        slurmctld says nothing of a misspelt key and goes on without it.

    Example:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - topology: main
          cluster_defaults: true
          flat: true

    Use instead:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - topology: main
          cluster_default: true
          flat: true

    Sources:
        topology.yaml(5); tried on 26.05.
    """
    top = _read(files)
    for entry in top.items() if top is not None else ():
        for it in _misfits(entry):
            if it.unknown:
                yield problem(it.value.keys.get(it.unknown, it.value.location), it.message, it.help)


@rule("SLF916", Severity.ERROR, FILES)
def slurm_topology_twice(files: Files) -> Iterator[Problem]:
    """Two topologies of topology.yaml have one name, or both are the default.

    What it does:
        Compares the names in topology.yaml, and counts cluster_default.

    Why:
        slurmctld takes both without a word; a partition gets the first.

    Example:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - {topology: main, cluster_default: true, flat: true}
        - {topology: other, cluster_default: true, flat: true}

    Use instead:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - {topology: main, cluster_default: true, flat: true}
        - {topology: other, flat: true}

    Sources:
        topology.yaml(5): "The first topology defined with cluster_default: true"; tried on 26.05.
    """
    top = _read(files)
    names: dict[str, YamlValue] = {}
    default: YamlValue | None = None
    for entry in top.items() if top is not None else ():
        name, chosen = entry.get("topology"), entry.get("cluster_default")
        if name is not None:
            other = names.setdefault(str(name.value), name)
            if other is not name:
                message = f"there are two topologies called '{name.value}'"
                yield problem(name.location, message, "give each a name of its own", seen("one", other.location))
        if chosen is not None and chosen.value is True:
            if default is not None:
                message = "a topology before this one is the cluster's default already"
                yield problem(chosen.location, message, "choose one", seen("the one that counts", default.location))
            default = default or chosen


def _read(files: Files) -> YamlValue | None:
    return files.site.topology_yaml if files.facts.topology_yaml else None


def _misfits(entry: YamlValue) -> Iterator[Misfit]:
    return misfits(entry, TOPOLOGY)
