"""Pools, topologies and how ownership is marked on nodes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from tenantry.model.base import Model
from tenantry.model.hardware import NonNegative
from tenantry.model.hostlist import HostList
from tenantry.model.names import LabelKey, LabelValue, Name
from tenantry.model.scheduler import Owner


class Pool(Model):
    """Hosts of one flavor with one owner."""

    flavor: Name
    """The class of node that all its hosts are."""
    hosts: HostList
    """Slurm's hostlist syntax, such as ``gpu[001-200]``."""
    owner: Annotated[Owner, Field(strict=False)]
    """The one scheduler that may place work here, or ``none``."""
    spare: NonNegative = 0
    """Nodes kept free for maintenance and moves; no quota is given on them."""


class Level(Model):
    """One level of a topology, from the widest to the host."""

    name: Name
    """What people call the level, such as rack."""
    label: LabelKey
    """The node label whose value says which member of the level a node is in."""
    members: dict[Name, HostList] = {}
    """Member to what it holds: members of the next level that has any, or hosts on the last such level."""


class Topology(Model):
    """The levels that a placement may ask for."""

    kind: Literal["tree", "block"] = "tree"
    """``tree`` is topology/tree (a preference), ``block`` topology/block (hard segments; Slurm 23.11 and later)."""
    levels: Annotated[tuple[Level, ...], Field(strict=False, min_length=1, max_length=16)]
    """From the widest to the host."""
    block_sizes: Annotated[tuple[int, ...], Field(strict=False)] = ()
    """Sizes in nodes for ``block``; each a power-of-two multiple of the one before (topology.yaml(5))."""


class Ownership(Model):
    """How a node shows whose it is on Kubernetes. ``single`` in the document: one scheduler, nothing added."""

    label: LabelKey | None = None
    """A label with the owner's name as value, on every node of a pool."""
    taint: LabelKey | None = None
    """A NoSchedule taint with the owner's name as value; the flavor tolerates its own."""
    existing: dict[LabelKey, LabelValue] = {}
    """Labels the site already puts on the nodes that Kueue owns."""

    @property
    def single(self) -> bool:
        """Whether nothing is written on nodes."""
        return self.label is None and self.taint is None and not self.existing


def _ownership(value: Any) -> Any:
    return {} if value == "single" else value


OwnershipField = Annotated[
    Ownership,
    BeforeValidator(_ownership, json_schema_input_type=Literal["single"] | Ownership),
]
