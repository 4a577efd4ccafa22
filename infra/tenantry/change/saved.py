"""A plan as a file, so that who applies it carries out what somebody else has read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

from tenantry.change.plan import Plan
from tenantry.change.safety import Permits

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Saved:
    """What of a file decides whether a plan made again is the same; its commands are compared, never run."""

    target: str
    inputs: str
    seen: str
    commands: tuple[tuple[str, ...], ...]
    permits: Permits

    def stale(self, plan: Plan) -> tuple[str, ...]:
        """What has changed since; nothing where ``plan``, made now, is what was saved."""
        if plan.target != self.target:
            return (f"it is for {self.target}",)
        found = []
        if plan.inputs != self.inputs:
            found.append("the document wants something else")
        if plan.seen != self.seen:
            found.append(f"{self.target} has changed")
        if not found and tuple(it.command for it in plan.changes) != self.commands:
            found.append("another release of tenantry made it")
        return tuple(found)


def as_data(plan: Plan, permits: Permits) -> dict[str, Any]:
    """What ``read`` takes back."""
    return {
        "version": VERSION,
        "target": plan.target,
        "inputs": plan.inputs,
        "seen": plan.seen,
        "permits": asdict(permits),
    }


def read(text: str) -> Saved:
    """The plan in a file's text. Raises ValueError, which says why, where there is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is no plan: {error}") from error
    if not isinstance(data, dict) or data.get("version") != VERSION or "inputs" not in data:
        raise ValueError("it is no plan of this release of tenantry")
    try:
        commands = tuple(tuple(map(str, it["command"])) for it in data["changes"])
        return Saved(data["target"], data["inputs"], data["seen"], commands, _permits(data["permits"]))
    except (KeyError, TypeError) as error:
        raise ValueError(f"it is no whole plan: {error}") from error


def _permits(data: dict[str, Any]) -> Permits:
    """Raises TypeError for a value of another kind: what is permitted is not guessed."""
    found = Permits(**data)
    usual = asdict(Permits())
    for name, value in asdict(found).items():
        if type(value) is not type(usual[name]) or value < 0:
            raise TypeError(f"permits.{name} is {value!r}")
    return found
