"""Names that nothing in the document has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.check.suggest import suggestion
from tenantry.finding import Path, Severity
from tenantry.model.document import Tenancy

Reference = tuple[str, str, Path]
"""The section that should have it, the name, and where it is used."""


@rule("TEN101", Severity.ERROR, DOCUMENT)
def unknown_name(tenancy: Tenancy) -> Iterator[Problem]:
    """A name refers to something that the document does not have.

    What it does:
        Follows every name that stands for a flavor, pool, topology, tier, group or department to the section
        that should have it.

    Why:
        A quota for a flavor that does not exist grants nothing, and a team in a group that does not exist
        shares with nobody; neither scheduler would say so.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h10: 40}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        Structural: a document is complete in itself.
    """
    for section, name, path in _references(tenancy):
        known: Mapping[str, object] = getattr(tenancy, section)
        if name not in known:
            message = f"there is no {_SINGULAR[section]} '{name}'"
            yield Problem(path, message, suggestion(name, known, section), refers=(section, name))


_SINGULAR = {
    "flavors": "flavor",
    "topologies": "topology",
    "pools": "pool",
    "tiers": "tier",
    "groups": "group",
    "departments": "department",
}


def _references(tenancy: Tenancy) -> Iterator[Reference]:
    for name, flavor in tenancy.flavors.items():
        if flavor.topology is not None:
            yield "topologies", flavor.topology, ("flavors", name, "topology")
    for name, pool in tenancy.pools.items():
        yield "flavors", pool.flavor, ("pools", name, "flavor")
    for name, tier in tenancy.tiers.items():
        for at, victim in enumerate(tier.preempts or ()):
            yield "tiers", victim, ("tiers", name, "preempts", at)
    for name, department in tenancy.departments.items():
        yield from (("flavors", flavor, ("departments", name, "cap", flavor)) for flavor in department.cap)
    yield from (("flavors", flavor, ("oversubscribe", flavor)) for flavor in tenancy.oversubscribe)
    if tenancy.slurm:
        yield from (("pools", pool, ("slurm", "nodes", pool)) for pool in tenancy.slurm.nodes)
        yield from (("flavors", flavor, ("slurm", "partitions", flavor)) for flavor in tenancy.slurm.partitions)
    yield from _of_teams(tenancy)


def _of_teams(tenancy: Tenancy) -> Iterator[Reference]:
    for name, team in tenancy.teams.items():
        if team.group is not None:
            yield "groups", team.group, ("teams", name, "group")
        if team.department is not None:
            yield "departments", team.department, ("teams", name, "department")
        for at, tier in enumerate(team.tiers or ()):
            yield "tiers", tier, ("teams", name, "tiers", at)
        for key, amounts in (("quota", team.quota), ("perUser", team.per_user), ("perJob", team.per_job)):
            yield from (("flavors", flavor, ("teams", name, key, flavor)) for flavor in amounts)
