"""What a plan may not do unless it is told to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tenantry.change.change import Action
from tenantry.change.plan import Plan

MAX_DELETES: Final = 10
"""Deletions that pass without being asked for: a document that lost half of its teams by accident has more."""


@dataclass(frozen=True, slots=True)
class Permits:
    """What whoever runs it allows."""

    delete_foreign: bool = False
    """Whether what the program did not create may be deleted."""
    keep_foreign: bool = False
    """Whether a plan is made without that, instead of being refused for it."""
    max_deletes: int = MAX_DELETES


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a plan is not carried out."""

    message: str
    needed: str
    """What would permit it."""


def unsafe(plan: Plan, permits: Permits) -> tuple[Refusal, ...]:
    """All that speaks against carrying out a plan; nothing where it is safe."""
    found = []
    foreign = [it.subject for it in plan.changes if it.foreign]
    if foreign and not permits.delete_foreign:
        message = f"it deletes what is not marked as made by tenantry for this cluster: {', '.join(foreign)}"
        found.append(Refusal(message, "--delete-foreign, or --keep-foreign for all but that"))
    deletes = plan.count(Action.DELETE)
    if deletes > permits.max_deletes:
        message = f"it deletes {deletes} things, and {permits.max_deletes} are allowed"
        found.append(Refusal(message, f"--max-deletes {deletes}"))
    return tuple(found)
