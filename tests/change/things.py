"""A target of plans that holds numbers by name, for what is common to all back ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tenantry.change.apply import LostError
from tenantry.change.change import Action, Change
from tenantry.change.difference import Difference
from tenantry.change.plan import Plan, digest


def plan(wanted: Mapping[str, int], there: Mapping[str, int], foreign: frozenset[str] = frozenset()) -> Plan:
    """Additions, then changes, then deletions."""
    changes = [_change(Action.CREATE, name, wanted[name], None, 0) for name in sorted(wanted.keys() - there.keys())]
    changes += [
        _change(Action.UPDATE, name, wanted[name], there[name], 1)
        for name in sorted(wanted.keys() & there.keys())
        if wanted[name] != there[name]
    ]
    for name in sorted(there.keys() - wanted.keys()):
        gone = Change(Action.DELETE, name, ("delete", name), foreign=name in foreign, stage=(2,))
        changes.append(gone)
    return Plan("the numbers", tuple(changes), digest(dict(wanted)), digest(dict(there)))


def _change(action: Action, name: str, wanted: int, found: int | None, stage: int) -> Change:
    difference = Difference(name, "amount", str(wanted), None if found is None else str(found))
    return Change(action, name, ("set", name, str(wanted)), (difference,), ("numbers", name), stage=(stage,))


@dataclass
class Numbers:
    """The target. ``before`` runs ahead of each command: another hand, or what makes it fail."""

    wanted: Mapping[str, int]
    there: dict[str, int] = field(default_factory=dict)
    before: Callable[[Numbers, Change], str | None] = lambda _numbers, _change: None
    commands: list[tuple[str, ...]] = field(default_factory=list)
    lost: bool = False

    def plan(self) -> Plan:
        """What is left."""
        if self.lost:
            raise LostError("out of reach")
        return plan(self.wanted, self.there)

    def carry_out(self, change: Change) -> str:
        """Does it, unless ``before`` says what is wrong."""
        self.commands.append(change.command)
        refused = self.before(self, change)
        if refused is not None:
            return refused
        verb, name, *value = change.command
        if verb == "delete":
            self.there.pop(name, None)
        else:
            self.there[name] = int(value[0])
        return "done"
