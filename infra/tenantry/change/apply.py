"""Carries out a plan, stage by stage, and believes no command: what it did is read back.

Nothing is remembered between runs. A run that was killed has done some changes, and the next one plans the rest; two
runs at once find each other's work done when they read back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from tenantry.change.change import Action, Change
from tenantry.change.plan import Plan

ATTEMPTS: Final = 2
"""A command that another writer's transaction made fail gets through when it is tried once more."""


_Place = tuple[tuple[int, ...], str]


class LostError(Exception):
    """What is changed cannot be reached or read any more; the message says why."""


class Target(Protocol):
    """What is changed."""

    def plan(self) -> Plan:
        """Looks at it again and says what is left to do. Raises LostError."""
        ...

    def carry_out(self, change: Change) -> str:
        """Runs the change's command; what that complained of, or nothing, which does not mean that it worked.

        Raises LostError.
        """
        ...


@dataclass(frozen=True, slots=True)
class Failure:
    """A change that is still to do after its command ran."""

    change: Change
    said: str
    """What the command complained of; empty where it reported success."""


@dataclass(slots=True)
class Outcome:
    """What came of a plan."""

    done: list[Change] = field(default_factory=list)
    """Read back and found to be so, whoever did it."""
    failed: list[Failure] = field(default_factory=list)
    left: tuple[Change, ...] = ()
    """Not tried, or nobody knows what came of it."""
    strange: tuple[Change, ...] = ()
    """What became necessary meanwhile and was not in the plan: somebody else changes the same things."""
    lost: str = ""
    """Why it ended early, where it could not go on."""

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return not (self.failed or self.left or self.strange or self.lost)


def apply(approved: Plan, target: Target, tell: Callable[[Change], None]) -> Outcome:
    """Carries out ``approved``; ``tell`` hears of each change before it is made.

    It ends at the first stage that does not come true, since later ones rest on it; but deletions, which come last and
    are refused while something is in use, do not keep each other. It does nothing that is not in ``approved``.
    """
    outcome, attempt, permitted = Outcome(), 0, _Permitted(approved)
    todo: tuple[Change, ...] = approved.changes
    refused: dict[_Place, Failure] = {}
    while todo:
        stage = [it for it in todo if it.stage == todo[0].stage]
        try:
            said = [_carry_out(change, target, tell) for change in stage]
            now = target.plan()
        except LostError as error:
            outcome.lost, outcome.left = str(error), todo
            break
        left = _Left(now)
        stuck = [Failure(it, words) for it, words in zip(stage, said, strict=True) if left.has(it)]
        outcome.done += [it for it in stage if not left.has(it)]
        outcome.strange = tuple(it for it in now.changes if not permitted.has(it))
        attempt = attempt + 1 if stuck else 0
        over = attempt == ATTEMPTS
        if over:
            refused |= {_place(it.change): it for it in stuck}
            attempt = 0
        todo = tuple(it for it in now.changes if _place(it) not in refused and permitted.has(it))
        if outcome.strange or (over and any(it.change.action is not Action.DELETE for it in stuck)):
            refused |= {_place(it.change): it for it in stuck}
            outcome.left = tuple(it for it in todo if _place(it) not in refused)
            break
    outcome.failed = list(refused.values())
    return outcome


def _carry_out(change: Change, target: Target, tell: Callable[[Change], None]) -> str:
    tell(change)
    return target.carry_out(change)


def _place(change: Change) -> _Place:
    return change.stage, change.subject


class _Left:
    """What a plan still has to do."""

    def __init__(self, plan: Plan) -> None:
        self._fields: dict[tuple[tuple[int, ...], str, Action], set[str]] = {}
        for it in plan.changes:
            self._fields.setdefault((it.stage, it.subject, it.action), set()).update(d.field for d in it.differences)

    def has(self, change: Change) -> bool:
        """Whether any of what the change was for is still to do, in the same place of the order."""
        fields = self._fields.get((change.stage, change.subject, change.action))
        if fields is None or change.action is not Action.UPDATE:
            return fields is not None
        return not fields.isdisjoint(it.field for it in change.differences)


class _Permitted:
    """What a plan that was approved allows."""

    def __init__(self, plan: Plan) -> None:
        self._whole = {(it.subject, it.action) for it in plan.changes}
        self._fields = {(it.subject, d.field, d.wanted) for it in plan.changes for d in it.differences}

    def has(self, change: Change) -> bool:
        """Whether it does the same, or creates what this change completes."""
        if change.action is not Action.UPDATE:
            return (change.subject, change.action) in self._whole
        if (change.subject, Action.CREATE) in self._whole:
            return True
        return all((change.subject, it.field, it.wanted) in self._fields for it in change.differences)
