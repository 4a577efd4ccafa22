"""Tori of topology.yaml: the arithmetic between their sizes and their nodes."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from tenantry.backends.slurm.fabrics import hosts, listed
from tenantry.backends.slurm.parse.site import YamlValue
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_AXES = ("x", "y", "z")
Sizes = tuple[int, int, int]


@rule("SLF921", Severity.ERROR, FILES)
def slurm_torus_sizes(files: Files) -> Iterator[Problem]:
    """The nodes, regions or placements of a torus do not fit its dimensions.

    What it does:
        Multiplies the dimensions of every torus and region and compares that with its nodes, and asks that regions and
        placements lie inside the torus.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - topology: main
          torus3d:
            toruses:
              - name: pod
                dims: {x: 2, y: 2, z: 3}
                nodes: n[1-8]

    Use instead:
        # slurm.conf
        NodeName=n[1-8] CPUs=4
        PartitionName=batch Nodes=ALL
        # topology.yaml
        - topology: main
          torus3d:
            toruses:
              - name: pod
                dims: {x: 2, y: 2, z: 2}
                nodes: n[1-8]

    Sources:
        topology.yaml(5); tried on 26.05: "Torus3d dimensions 2x2x3=12 do not match node count 8".
    """
    top = files.site.topology_yaml if files.facts.topology_yaml else None
    for entry in top.items() if top is not None else ():
        body = entry.get("torus3d")
        for torus in listed(body.get("toruses") if body else None):
            if (sizes := _sizes(torus.get("dims"))) is not None:
                yield from _torus(torus, sizes, files)


def _torus(torus: YamlValue, sizes: Sizes, files: Files) -> Iterator[Problem]:
    at = torus.get("dims") or torus
    nodes, regions = torus.get("nodes"), torus.get("regions")
    if min(sizes) < 1:
        yield problem(at.location, "a torus is at least 1 wide on each axis", "write whole numbers above 0")
        return
    if nodes is not None and regions is not None:
        yield problem(regions.location, "a torus has nodes or regions, not both", "leave one of them out")
    elif nodes is not None:
        yield from _count(at, sizes, nodes, files)
    for region in listed(regions):
        inner, anchor = _sizes(region.get("dims")), _sizes(region.get("anchor"))
        if inner is None or anchor is None:
            continue
        if min(anchor) < 0 or min(inner) < 1 or any(a + i > s for a, i, s in zip(anchor, inner, sizes, strict=True)):
            yield problem(region.location, "this region reaches out of the torus", "keep anchor + dims inside its dims")
        elif (held := region.get("nodes")) is not None:
            yield from _count(region, inner, held, files)
    for placement in listed(torus.get("placements")):
        inner = _sizes(placement.get("dims"))
        if inner is not None and (min(inner) < 1 or any(i > s for i, s in zip(inner, sizes, strict=True))):
            yield problem(placement.location, "this placement is larger than the torus", "keep it inside its dims")


def _count(at: YamlValue, sizes: Sizes, nodes: YamlValue, files: Files) -> Iterator[Problem]:
    cells, count = prod(sizes), len(hosts(str(nodes.value), files))
    if cells != count:
        message = f"{'x'.join(map(str, sizes))} are {cells} places for {count} nodes"
        yield problem(at.location, message, "name one node for each place")


def _sizes(value: YamlValue | None) -> Sizes | None:
    """x, y and z; None where one is missing or no whole number, which SLF914 tells."""
    found = [value.get(axis) for axis in _AXES] if value else []
    numbers = [it.value for it in found if it is not None and isinstance(it.value, int)]
    return (numbers[0], numbers[1], numbers[2]) if len(numbers) == len(_AXES) else None
