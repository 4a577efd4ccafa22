"""Lists that name the same thing twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Path, Related, Severity
from tenantry.model.document import Tenancy


@rule("TEN104", Severity.ERROR, DOCUMENT)
def listed_twice(tenancy: Tenancy) -> Iterator[Problem]:
    """A list names the same thing twice.

    What it does:
        Looks for repeated entries in the lists of users, tiers, namespaces, preempted tiers and schedulers.

    Why:
        The second entry changes nothing, so one of the two is most likely a slip for another name.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision, vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision, vision-dev]}

    Sources:
        Structural: these lists are sets.
    """
    for path, entries in _lists(tenancy):
        first: dict[str, int] = {}
        for at, entry in enumerate(entries):
            if first.setdefault(entry, at) != at:
                related = (Related("first listed here", (*path, first[entry])),)
                yield Problem((*path, at), f"'{entry}' is listed twice", "remove one of the two", related)


def _lists(tenancy: Tenancy) -> Iterator[tuple[Path, Sequence[str]]]:
    yield ("defaults", "on"), tenancy.defaults.on or ()
    for name, tier in tenancy.tiers.items():
        yield ("tiers", name, "preempts"), tier.preempts or ()
    for name, team in tenancy.teams.items():
        yield ("teams", name, "on"), team.on or ()
        yield ("teams", name, "tiers"), team.tiers or ()
        yield ("teams", name, "namespaces"), team.namespaces
        yield ("teams", name, "users"), () if team.users == "unmanaged" else team.users
        for flavor, quota in team.quota.items():
            yield ("teams", name, "quota", flavor, "on"), quota.on or ()
