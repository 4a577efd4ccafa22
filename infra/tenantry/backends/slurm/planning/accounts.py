"""Changes of accounts that stay or come."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.accounting.attributes import assignments
from tenantry.backends.slurm.accounting.compare import Delta
from tenantry.backends.slurm.accounting.types import Entity, Record, Value
from tenantry.backends.slurm.planning.both import Both, parent
from tenantry.backends.slurm.planning.effects import over
from tenantry.backends.slurm.planning.step import Step
from tenantry.backends.slurm.planning.words import add, modify
from tenantry.change.change import Action, Change

PARENT = "Parent"


def changes(both: Both) -> Iterator[Change]:
    """In no order but that of their stages."""
    for delta in both.of(Entity.ACCOUNT):
        if delta.wanted is not None and delta.seen is None:
            yield _create(both, delta, delta.wanted)
        elif delta.wanted is not None and delta.seen is not None:
            yield from _update(both, delta, delta.wanted, delta.seen)


def _create(both: Both, delta: Delta, wanted: Record) -> Change:
    above = f"parent={parent(both.wanted, wanted.key.name)}"
    settings = assignments(Entity.ACCOUNT, _without_parent(wanted), {})
    command = add(wanted.key, both.cluster, [above, *settings], comments=both.wanted.comments)
    stage = (Step.TREE, both.depth(wanted.key.name))
    return Change(Action.CREATE, str(wanted.key), command, delta.differences, wanted.path, stage=stage)


def _update(both: Both, delta: Delta, wanted: Record, seen: Record) -> Iterator[Change]:
    """Its place by itself: setting the parent that an account has is an error that drops what else is set."""
    moves = tuple(it for it in delta.differences if it.field == PARENT)
    others = tuple(it for it in delta.differences if it.field != PARENT)
    name, subject, key = wanted.key.name, str(wanted.key), wanted.key
    if moves:
        command = modify(key, both.cluster, [f"parent={parent(both.wanted, name)}"])
        yield Change(Action.UPDATE, subject, command, moves, wanted.path, stage=(Step.TREE, both.depth(name)))
    settings = assignments(Entity.ACCOUNT, _without_parent(wanted), _without_parent(seen))
    if settings:
        command = modify(key, both.cluster, settings)
        effects = over(both.seen, wanted)
        stage = (Step.ACCOUNT_SET,)
        yield Change(Action.UPDATE, subject, command, others, wanted.path, stage=stage, effects=effects)


def _without_parent(record: Record) -> dict[str, Value]:
    return {attribute: value for attribute, value in record.values.items() if attribute != PARENT}
