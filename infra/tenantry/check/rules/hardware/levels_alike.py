"""Levels of a topology that people cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("NOD118", Severity.ERROR, DOCUMENT)
def levels_alike(tenancy: Tenancy) -> Iterator[Problem]:
    """Two levels of a topology have one name.

    What it does:
        Compares the names of the levels of each topology.

    Why:
        A level is asked for by its name, and the answer would be the one or the other.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - {name: rack, label: topology.example.com/row}
              - {name: rack, label: topology.example.com/rack}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - {name: row, label: topology.example.com/row}
              - {name: rack, label: topology.example.com/rack}

    Sources:
        Structural: names of levels are for people.
    """
    for name, topology in tenancy.topologies.items():
        first: dict[str, int] = {}
        for at, level in enumerate(topology.levels):
            path = ("topologies", name, "levels")
            if first.setdefault(level.name, at) != at:
                related = (Related("the other is here", (*path, first[level.name], "name")),)
                message = f"two levels are called '{level.name}'"
                yield Problem((*path, at, "name"), message, "give each level a name of its own", related)
