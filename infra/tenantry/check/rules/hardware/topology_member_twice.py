"""Members that stand in two places of a topology."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Path, Related, Severity
from tenantry.model.document import Tenancy


@rule("NOD105", Severity.ERROR, DOCUMENT)
def topology_member_twice(tenancy: Tenancy) -> Iterator[Problem]:
    """The same host or member stands in two places of one topology.

    What it does:
        Compares what the members of one level hold.

    Why:
        A node label has one value, and Slurm's tree and block plugins give a node one place.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - name: rack
                label: topology.example.com/rack
                members: {rack1: "gpu[01-02]", rack2: "gpu[02-03]"}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
        topologies:
          fabric:
            levels:
              - name: rack
                label: topology.example.com/rack
                members: {rack1: "gpu[01-02]", rack2: gpu03}

    Sources:
        topology.conf(5)
    """
    for name, topology in tenancy.topologies.items():
        for at, level in enumerate(topology.levels):
            path: Path = ("topologies", name, "levels", at, "members")
            for (one, first), (two, second) in combinations(level.members.items(), 2):
                if not first.isdisjoint(second):
                    message = f"{first & second} stands in {level.name} '{one}' and '{two}'"
                    related = (Related(f"also in '{one}'", (*path, one)),)
                    yield Problem((*path, two), message, "remove it from one of the two", related)
