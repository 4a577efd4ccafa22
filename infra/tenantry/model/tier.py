"""Tiers: priority classes with time limits and preemption."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tenantry.model.base import Model
from tenantry.model.duration import Duration
from tenantry.model.limit import DurationLimit
from tenantry.model.names import Name


class Checkpoint(Model):
    """How work in a tier saves itself. No scheduler is told; it is compared with ``grace``."""

    every: Duration
    """Time between two checkpoints."""
    write: Duration
    """How long writing one takes; ``grace`` should cover it."""


class Tier(Model):
    """A priority class. Tiers stand highest first in the document."""

    order: Annotated[int, Field(ge=1, le=1000)] | None = None
    """1 is highest; when left out of every tier, the order of the document counts."""
    default_time: Duration | None = None
    """The limit of work that asks for none."""
    max_time: DurationLimit | None = None
    """The longest limit that work may ask for; ``unlimited`` says so on purpose."""
    preempts: Annotated[tuple[Name, ...], Field(strict=False)] | None = None
    """Tiers whose work this one may evict. Left out: lower tiers of the same team, where a scheduler can."""
    may_borrow: bool = True
    """Whether work in this tier may run on borrowed devices, from which it can be evicted."""
    grace: Duration | None = None
    """Time between the warning and the end when work is evicted (GraceTime; a pod's termination grace)."""
    checkpoint: Checkpoint | None = None
    """How work in this tier saves itself, if it does."""
