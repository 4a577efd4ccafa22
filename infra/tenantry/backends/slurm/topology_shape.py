"""What topology.yaml may hold, as data.

Source: topology.yaml(5) of 26.05; what slurmctld makes of each fault was tried on 26.05.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tenantry.backends.slurm.parse.site import YamlValue


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of value; a list may be written as its only item."""

    what: str
    """For messages: ``a name``."""
    fits: Callable[[object], bool]
    """Whether a value is of the kind at all."""
    keys: Mapping[str, Shape] = field(default_factory=dict)
    """Of a map."""
    needs: tuple[str, ...] = ()
    """Keys that have to be there, in the order in which the man page names them."""
    items: Shape | None = None
    """Of a list."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that is not as the shape says."""

    value: YamlValue
    message: str
    help: str
    unknown: str = ""
    """The key that is passed over, where that is all there is to it."""


def misfits(value: YamlValue, shape: Shape) -> Iterator[Misfit]:
    """Everything that does not fit, in the order of the file."""
    if shape.items is not None:
        for item in value.items() if isinstance(value.value, tuple) else (value,):
            yield from misfits(item, shape.items)
        return
    if not shape.fits(value.value):
        yield Misfit(value, f"this is not {shape.what}", f"write {shape.what}")
        return
    if not shape.keys:
        return
    for key in shape.needs:
        found = value.get(key)
        if found is None or found.value == ():
            yield Misfit(value, f"{shape.what} has no {key}", f"write {key}")
    for key, inner in (value.value if isinstance(value.value, dict) else {}).items():
        if key in shape.keys:
            yield from misfits(inner, shape.keys[key])
        else:
            known = ", ".join(shape.keys)
            yield Misfit(value, f"{shape.what} has no key '{key}': it is passed over", f"use one of: {known}", key)


def _map(what: str, keys: Mapping[str, Shape], *needs: str) -> Shape:
    return Shape(what, lambda it: isinstance(it, dict), keys, needs)


def _list(items: Shape) -> Shape:
    return Shape("a list", lambda it: isinstance(it, tuple), items=items)


_NAME: Final = Shape("a name", lambda it: isinstance(it, str | int) and it != "")
_HOSTS: Final = Shape("a host list in one text, such as n[1-8]", lambda it: isinstance(it, str) and it != "")
_FLAG: Final = Shape("true or false", lambda it: isinstance(it, bool))
_COUNT: Final = Shape("a whole number", lambda it: isinstance(it, int) and not isinstance(it, bool))
_PLACE: Final = _map("a place", {"x": _COUNT, "y": _COUNT, "z": _COUNT}, "x", "y", "z")

_TREE: Final = _map(
    "a tree",
    {"switches": _list(_map("a switch", {"switch": _NAME, "children": _HOSTS, "nodes": _HOSTS}, "switch"))},
    "switches",
)
_BLOCK: Final = _map(
    "a block topology",
    {"block_sizes": _list(_COUNT), "blocks": _list(_map("a block", {"block": _NAME, "nodes": _HOSTS}, "block"))},
    "blocks",
)
_RING: Final = _map(
    "a ring topology", {"rings": _list(_map("a ring", {"ring": _NAME, "nodes": _HOSTS}, "ring"))}, "rings"
)
_REGION: Final = _map("a region", {"anchor": _PLACE, "dims": _PLACE, "nodes": _HOSTS}, "anchor", "dims", "nodes")
_PLACEMENT: Final = _map("a placement", {"dims": _PLACE, "anchor_seed": _PLACE, "anchor_spacing": _PLACE}, "dims")
_TORUS: Final = _map(
    "a torus",
    {
        "name": _NAME,
        "dims": _PLACE,
        "nodes": _HOSTS,
        "regions": _list(_REGION),
        "placements": _list(_PLACEMENT),
    },
    "name",
    "dims",
)
_FLAT: Final = Shape(
    "true, or options of a flat topology", lambda it: it is True or isinstance(it, dict), {"alpha_step_rank": _FLAG}
)

KINDS: Final[Mapping[str, Shape]] = {
    "tree": _TREE,
    "block": _BLOCK,
    "flat": _FLAT,
    "ring": _RING,
    "torus3d": _map("a torus topology", {"toruses": _list(_TORUS)}, "toruses"),
}
"""Of which each topology has exactly one."""

TOPOLOGY: Final = _map("a topology", {"topology": _NAME, "cluster_default": _FLAG, **KINDS}, "topology")
