"""One field that is not as the document says."""

from __future__ import annotations

from dataclasses import dataclass

from tenantry.change.impact import Impact
from tenantry.finding import Location, Path


@dataclass(frozen=True, slots=True)
class Difference:
    """A field of one thing of a scheduler's, in both readings."""

    subject: str
    """The thing, for people and as a key: ``account 'vision'``, ``partition 'h100'``, ``slurm.conf``."""
    field: str
    """In the scheduler's spelling: ``GrpTRES gres/gpu:h100``; empty where the whole thing is missing or too much."""
    wanted: str | None
    """As the document says; None where it wants none."""
    found: str | None
    """As it was found; None where there is none."""
    path: Path = ()
    """The model path that wants it."""
    found_at: Location | None = None
    """Where it was found, if in a file."""
    impact: Impact = Impact.NOTHING
    """What it takes to put it right."""
