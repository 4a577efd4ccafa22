"""Settings, partitions, nodes and what else has fields, the same for every place they are read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tenantry.finding import Location, Path


class Kind(StrEnum):
    """What is compared; the value is the word for it in messages."""

    CONFIG = "slurm.conf"
    CGROUP = "cgroup.conf"
    PARTITION = "partition"
    NODE = "node"
    GRES = "gres.conf of node"
    TOPOLOGY = "topology"


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """One thing of a kind; a file of settings is the only one of its kind, and has no name."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value} '{self.name}'" if self.name else self.kind.value


@dataclass(frozen=True, slots=True)
class Said:
    """One field as somebody wrote or printed it."""

    key: str
    """In Slurm's spelling."""
    value: str
    path: Path = ()
    """The model path that wants it; empty for what was read."""
    location: Location | None = None
    """Its place, if it was read from a file."""


Fields = Mapping[str, Said]
"""Key in lower case to what is said of it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a document says."""

    things: Mapping[Thing, Fields]
    paths: Mapping[Thing, Path]
    """What of the document each thing is for."""
    decided: Mapping[Kind, frozenset[str]]
    """Keys that are the program's to decide: where the document sets none of them, Slurm's default is wanted."""
    whole: bool
    """Whether slurm.conf is the document's as a whole, so that what it does not say is not wanted."""
    elsewhere: Mapping[str, Path] = field(default_factory=dict)
    """Host that another scheduler owns, or nobody, to its pool."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was read."""

    things: Mapping[Thing, Fields]
    kinds: frozenset[Kind]
    """Of which everything there is was read."""
    partial: bool = False
    """Whether a field that was not read may be set all the same: a running Slurm does not show every one."""
