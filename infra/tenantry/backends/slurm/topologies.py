"""What of a document's topologies Slurm, or the release the document names, would refuse.

Sources: topology.conf(5) and topology.yaml(5) of each release; tried on 24.11 and 26.05.
"""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import leaves, named, tree
from tenantry.check.target import Refusal
from tenantry.finding import Path, Related


def topologies(scope: Scope) -> Iterator[Refusal]:
    """What slurmctld of the document's release ends on."""
    release = scope.target.release
    found = {name: scope.resolved.tenancy.topologies[name] for name in named(scope)}
    blocks = [name for name, topology in found.items() if topology.kind == "block"]
    if not scope.facts.topology_block:
        for name in blocks:
            message = f"Slurm {release} has no block topology"
            yield Refusal(("topologies", name, "kind"), message, "write kind: tree, or use Slurm 23.11 or later")
    elif not scope.facts.topology_yaml:
        if 0 < len(blocks) < len(found):
            message = f"Slurm {release} has one topology for the whole cluster: trees or blocks, not both"
            yield Refusal(("topologies", blocks[0], "kind"), message, "use one kind, or Slurm 25.05 or later")
        sizes = {found[name].block_sizes for name in blocks}
        if len(sizes) > 1:
            message = f"Slurm {release} has one list of block sizes for the whole cluster"
            yield Refusal(("topologies", blocks[-1]), message, "use the same blockSizes, or Slurm 25.05 or later")
    yield from _members(scope)
    for name in blocks:
        yield from _blocks(scope, name)


def _members(scope: Scope) -> Iterator[Refusal]:
    """Two members of one name: the switches or blocks of a topology have one set of names, whatever their level."""
    first: dict[str, Path] = {}
    for name, hosts in named(scope).items():
        topology = scope.resolved.tenancy.topologies[name]
        found = leaves(topology, hosts) if topology.kind == "block" else tree(name, topology, hosts)
        written = {member.name for member in found}
        if scope.facts.topology_yaml:
            first = {}  # there each topology has names of its own
        levels = [(at, level) for at, level in enumerate(topology.levels) if level.members]
        for at, level in levels[-1:] if topology.kind == "block" else levels:
            for member in sorted(written.intersection(level.members)):
                path = ("topologies", name, "levels", at, "members", member)
                other = first.setdefault(member, path)
                if other != path:
                    related = (Related(f"the other '{member}' is here", other),)
                    message = f"Slurm would have two switches or blocks called '{member}'"
                    yield Refusal(path, message, "give every member a name of its own", related)


def _blocks(scope: Scope, name: str) -> Iterator[Refusal]:
    topology = scope.resolved.tenancy.topologies[name]
    blocks = leaves(topology, named(scope)[name])
    if not blocks:
        message = f"topology '{name}' has no block with a host of Slurm's"
        yield Refusal(("topologies", name, "levels"), message, "list the blocks with their hosts as members")
    elif topology.block_sizes and scope.facts.topology_block and not scope.facts.block_sizes:
        message = f"Slurm {scope.target.release} has no sizes of blocks"
        yield Refusal(("topologies", name, "blockSizes"), message, "leave them out, or use Slurm 24.05 or later")
    elif topology.block_sizes and not scope.facts.topology_yaml:
        smallest = min(blocks, key=lambda block: len(block.hosts))
        if topology.block_sizes[0] > len(smallest.hosts):
            message = f"block '{smallest.name}' has {len(smallest.hosts)} of Slurm's hosts, fewer than the first size"
            path = ("topologies", name, "blockSizes", 0)
            yield Refusal(path, message, f"use at most {len(smallest.hosts)}, or Slurm 25.05 or later")
