"""The marks by which other software shows on a node that Slurm runs there.

Sources: slurm-operator (Slinky) 1.0 to 1.2, ``well_known.go`` and its page on isolation; slurm-bridge 1.2,
``taints.go``; CoreWeave's documentation of SUNK; Soperator 4.1, ``node_conditions.go``. Soperator puts no label and no
taint on nodes: its conditions show only once it has drained or restarted a node.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Place(StrEnum):
    """Where on a node a mark stands; the value is what people read."""

    TAINT = "taint"
    ANNOTATION = "annotation"
    RESOURCE = "resource"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign of some software on a node; the owner that it means is Slurm."""

    software: str
    place: Place
    key: str

    def __str__(self) -> str:
        return f"{self.place} {self.key} of {self.software}"


MARKS: Final = (
    Mark("Slinky's slurm-bridge", Place.TAINT, "slinky.slurm.net/managed-node"),
    Mark("Slinky's slurm-operator", Place.TAINT, "slinky.slurm.net/slurm"),
    Mark("Slinky's slurm-operator", Place.TAINT, "nodeset.slinky.slurm.net/worker"),
    Mark("Slinky's slurm-operator", Place.ANNOTATION, "topology.slinky.slurm.net/spec"),
    Mark("Slinky's slurm-operator", Place.ANNOTATION, "features.slinky.slurm.net/spec"),
    Mark("Slinky's slurm-operator", Place.ANNOTATION, "nodeset.slinky.slurm.net/hostname-override"),
    Mark("Slinky's slurm-operator", Place.ANNOTATION, "nodeset.slinky.slurm.net/node-cordon-reason"),
    Mark("SUNK", Place.TAINT, "sunk.coreweave.com/lock"),
    Mark("SUNK", Place.RESOURCE, "sunk.coreweave.com/accelerator"),
    Mark("Soperator", Place.CONDITION, "SlurmNodeDrain"),
    Mark("Soperator", Place.CONDITION, "SlurmNodeReboot"),
)
"""The surest first."""


def marks_on(node: Mapping[str, Any]) -> tuple[Mark, ...]:
    """Every known mark on a Node as ``kubectl get nodes -o yaml`` shows it, the surest first."""
    found = set(_signs(node))
    return tuple(mark for mark in MARKS if (mark.place, mark.key) in found)


def owner_of(node: Mapping[str, Any]) -> Mark | None:
    """The surest mark on a node; None where no software that is known here shows itself."""
    return next(iter(marks_on(node)), None)


def _signs(node: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    metadata, spec, status = (_mapping(node.get(part)) for part in ("metadata", "spec", "status"))
    yield from ((Place.ANNOTATION, key) for key in _mapping(metadata.get("annotations")))
    yield from ((Place.TAINT, str(it.get("key"))) for it in _mappings(spec.get("taints")))
    yield from ((Place.RESOURCE, key) for key in _mapping(status.get("allocatable")))
    yield from ((Place.CONDITION, str(it.get("type"))) for it in _mappings(status.get("conditions")))


def _mapping(value: Any) -> Mapping[str, Any]:
    """A file may hold anything where a mapping belongs."""
    return value if isinstance(value, Mapping) else {}


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [it for it in value if isinstance(it, Mapping)] if isinstance(value, list) else []
