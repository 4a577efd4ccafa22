"""Flavors of which one's pods may come onto the nodes of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tenantry.backends.kueue.match import Selected
from tenantry.backends.kueue.parse.kinds import ResourceFlavor
from tenantry.backends.kueue.stage import Files
from tenantry.check.suggest import listed


class Overlap(NamedTuple):
    """Two flavors, the earlier one first."""

    one: ResourceFlavor
    other: ResourceFlavor
    where: str
    """What both select, in words."""
    resources: list[str]
    """What both have quotas of, sorted."""


def overlaps(files: Files) -> Iterator[Overlap]:
    """For every flavor that overlaps with others the first of them; so many of one kind are not all told in pairs."""
    quotas = _resources(files)
    flavors = [it for it in files.flavors.values() if quotas.get(it.name)]
    if files.nodes:
        return _on_nodes(files.selected, flavors, quotas)
    return _by_labels(flavors, quotas)


def _resources(files: Files) -> Mapping[str, set[str]]:
    """Flavor to the resources that anybody is guaranteed of it."""
    found: dict[str, set[str]] = {}
    for _, group in files.groups:
        for row in group.flavors:
            found.setdefault(row.flavor, set()).update(it.resource for it in row.quotas if it.nominal.nano > 0)
    return found


def _on_nodes(
    selected: Selected, flavors: Sequence[ResourceFlavor], quotas: Mapping[str, set[str]]
) -> Iterator[Overlap]:
    first: dict[tuple[str, str], ResourceFlavor] = {}
    """Node and resource to the first flavor that has both."""
    for other in flavors:
        spots = [(node.name, resource) for node in selected.tolerated(other) for resource in quotas[other.name]]
        one = next((first[it] for it in spots if it in first), None)
        if one is not None:
            names = {it.name for it in selected.tolerated(one)}
            shared = [it.name for it in selected.tolerated(other) if it.name in names]
            both = sorted(quotas[one.name] & quotas[other.name])
            yield Overlap(one, other, f"node {listed(shared, 4)}", both)
        for spot in spots:
            first.setdefault(spot, other)


def _by_labels(flavors: Sequence[ResourceFlavor], quotas: Mapping[str, set[str]]) -> Iterator[Overlap]:
    starting: dict[tuple[str, str] | None, list[int]] = {}
    """First label to the flavors that have it; those labels may all be among another one's only if this one is."""
    for at, flavor in enumerate(flavors):
        starting.setdefault(flavor.labels[0] if flavor.labels else None, []).append(at)
    told: set[tuple[int, int]] = set()
    for at, narrow in enumerate(flavors):
        near = sorted(it for label in (None, *narrow.labels) for it in starting.get(label, ()) if it != at)
        wide = (it for it in near if _comes_onto(flavors[it], narrow) and _share(quotas, flavors[it], narrow))
        found = next(wide, at)
        pair = (min(at, found), max(at, found))
        if found != at and pair not in told:
            told.add(pair)
            one, other = flavors[pair[0]], flavors[pair[1]]
            where = "the same nodes" if one.labels == other.labels else f"the nodes of '{narrow.name}'"
            yield Overlap(one, other, where, _share(quotas, one, other))


def _comes_onto(wide: ResourceFlavor, narrow: ResourceFlavor) -> bool:
    kept_off = any(not any(it.tolerates(taint) for it in wide.tolerations) for taint in narrow.taints)
    return set(wide.labels) <= set(narrow.labels) and not kept_off


def _share(quotas: Mapping[str, set[str]], one: ResourceFlavor, other: ResourceFlavor) -> list[str]:
    return sorted(quotas[one.name] & quotas[other.name])
