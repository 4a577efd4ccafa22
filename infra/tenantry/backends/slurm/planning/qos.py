"""Changes of QOS that stay or come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tenantry.backends.slurm.accounting.attributes import assignments
from tenantry.backends.slurm.accounting.compare import Delta
from tenantry.backends.slurm.accounting.types import Entity, Value
from tenantry.backends.slurm.planning.both import Both
from tenantry.backends.slurm.planning.step import Step
from tenantry.backends.slurm.planning.words import add, modify
from tenantry.change.change import Action, Change
from tenantry.change.difference import Difference

PREEMPT = "Preempt"


def changes(both: Both) -> Iterator[Change]:
    """In no order but that of their stages."""
    for delta in both.of(Entity.QOS):
        if delta.wanted is not None:
            values = delta.wanted.values
            before = delta.seen.values if delta.seen else {}
            yield from _own(both, delta, values, before)
            yield from _preempt(both, delta, _names(values), _names(before))


def _own(both: Both, delta: Delta, values: Mapping[str, Value], before: Mapping[str, Value]) -> Iterator[Change]:
    """All but preemption, which names QOS that may not be there yet."""
    wanted, seen = _without_preempt(values), _without_preempt(before)
    settings = assignments(delta.key.entity, wanted, seen)
    if delta.seen is None:
        command, action, stage = (
            add(delta.key, both.cluster, settings, comments=both.wanted.comments),
            Action.CREATE,
            Step.QOS_ADD,
        )
        differences = delta.differences
    elif settings:
        command, action, stage = modify(delta.key, both.cluster, settings), Action.UPDATE, Step.QOS_SET
        differences = tuple(it for it in delta.differences if not _is_preempt(it))
    else:
        return
    yield Change(action, str(delta.key), command, differences, _path(delta), stage=(stage,))


def _preempt(both: Both, delta: Delta, wanted: frozenset[str], seen: frozenset[str]) -> Iterator[Change]:
    """First what goes, then what comes.

    Always the whole list: on all releases ``Preempt+=`` of a name that is in it destroys the list in the database. But
    an empty list is reached name by name: after ``Preempt=``, 22.05 sees a loop in whatever preempts that QOS.
    """
    differences = tuple(it for it in delta.differences if _is_preempt(it)) or delta.differences
    kept = wanted & seen
    steps = []
    if kept != seen:
        steps.append((Step.PREEMPT_LESS, f"={_listed(kept)}" if kept else f"-={_listed(seen)}"))
    if kept != wanted:
        steps.append((Step.QOS_SET, f"={_listed(wanted)}"))
    for step, setting in steps:
        command = modify(delta.key, both.cluster, [f"{PREEMPT}{setting}"])
        yield Change(Action.UPDATE, str(delta.key), command, differences, _path(delta), stage=(step,))


def _listed(names: frozenset[str]) -> str:
    return ",".join(sorted(names))


def _names(values: Mapping[str, Value]) -> frozenset[str]:
    found = values.get(PREEMPT, ())
    return frozenset(str(it) for it in found) if isinstance(found, tuple) else frozenset()


def _without_preempt(values: Mapping[str, Value]) -> dict[str, Value]:
    return {attribute: value for attribute, value in values.items() if attribute != PREEMPT}


def _is_preempt(difference: Difference) -> bool:
    return difference.field.split(" ")[0] == PREEMPT


def _path(delta: Delta) -> tuple[str | int, ...]:
    return delta.wanted.path if delta.wanted else ()
