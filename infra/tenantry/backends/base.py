"""What a back end is: one scheduler's vocabulary for what the model says.

A back end renders and states what its scheduler can hold to; it does no arithmetic on entitlements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any, Protocol

from tenantry.check.doc import Kind
from tenantry.check.rule import Stage
from tenantry.check.target import Named, Refusal
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@dataclass(frozen=True, slots=True, order=True)
class RenderedFile:
    """One generated text file; ``path`` is relative to the output folder and starts with a folder of the back end."""

    path: PurePosixPath
    text: str


class Concept(StrEnum):
    """What the model can ask of a scheduler, in the order of docs/design.md; the value is what people read."""

    NOMINAL = "nominal"
    NOMINAL_CPUS = "nominal of a flavor without GPUs"
    BORROW = "borrow"
    TOTAL = "nominal + borrow"
    LEND = "lend"
    RECLAIM = "reclaim"
    HARD_GROUP = "hard group"
    TIER_ACCESS = "which tiers a team may use"
    TIER_ORDER = "tier order"
    PREEMPTS_OWN = "a tier preempts a lower one of the same team"
    PREEMPTS_OTHERS = "a tier preempts other teams"
    NO_BORROWING = "a tier that must not borrow"
    GRACE = "grace before eviction"
    SHARE = "share"
    HALF_LIFE = "half-life of past use"
    MAX_TIME = "maximum time"
    DEFAULT_TIME = "default time"
    BACKFILL = "backfill by time"
    TOPOLOGY = "topology"
    SHARED_GPUS = "GPUs that several jobs share"
    AFFINITY = "GPUs and CPUs of one socket"
    USERS = "the users of a team"
    PER_USER = "most devices a user"
    PER_JOB = "most devices a job"
    JOB_COUNT = "running and submitted jobs"
    DEPARTMENT_CAP = "cap of a department"
    STOP = "stop of a team"


class Fidelity(StrEnum):
    """How well a scheduler holds to what the model says."""

    EXACT = "exact"
    APPROXIMATE = "approximate"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Statement:
    """How one scheduler says one concept, for ``explain`` and the report."""

    fidelity: Fidelity
    how: str
    """The scheduler's own mechanism; empty where there is none."""
    why: str = ""
    """What differs from the model, where the fidelity is not exact; or the condition under which it is exact."""


class Backend(Protocol):
    """One scheduler. ``registry`` lists those there are; the conformance suite says what each must hold to."""

    @property
    def name(self) -> Scheduler:
        """The scheduler."""
        ...

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders below the output folder that are its alone."""
        ...

    @property
    def releases(self) -> tuple[str, ...]:
        """Supported ``major.minor`` releases, oldest first."""
        ...

    @property
    def written(self) -> Mapping[str, frozenset[str]]:
        """Kind of passed-through settings to the parameters the back end decides itself, in lower case."""
        ...

    @property
    def files_stage(self) -> Stage[Any] | None:
        """The stage of the rules about the back end's own files; None where it has none."""
        ...

    @property
    def file_codes(self) -> Sequence[Kind]:
        """The codes of what reading its own files and comparing with them can find; none where it reads none."""
        ...

    @property
    def limits(self) -> Mapping[Concept, Statement]:
        """What the scheduler can say, for every concept, where a document chooses nothing else."""
        ...

    def limits_of(self, resolved: Resolved) -> Mapping[Concept, Statement]:
        """The same for what a document chooses."""
        ...

    def refusals(self, resolved: Resolved) -> Iterable[Refusal]:
        """What of the document the scheduler's release would refuse; expects a supported release."""
        ...

    def named(self, resolved: Resolved) -> Iterable[Named]:
        """The names of everything that ``render`` writes, and of what it names without writing it; expects a supported
        release. Names may clash here: that is what they are for."""
        ...

    def render(self, resolved: Resolved) -> tuple[RenderedFile, ...]:
        """The files that say what ``resolved`` says, sorted by path.

        Pure: the same document gives the same bytes on any machine. Empty where the document does not
        name the scheduler. Expects a document without error findings.
        """
        ...
