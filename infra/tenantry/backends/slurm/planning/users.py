"""Changes of users and of their associations that stay or come."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.accounting.attributes import assignments
from tenantry.backends.slurm.accounting.compare import Delta
from tenantry.backends.slurm.accounting.types import Entity, Key, Record
from tenantry.backends.slurm.planning.both import Both
from tenantry.backends.slurm.planning.step import Step
from tenantry.backends.slurm.planning.words import add, modify
from tenantry.change.change import Action, Change

DEFAULT_ACCOUNT = "DefaultAccount"


def changes(both: Both) -> Iterator[Change]:
    """In no order but that of their stages."""
    for delta in both.of(Entity.USER):
        # A new user's first association brings the default account.
        if delta.wanted is not None and delta.seen is not None:
            yield _set(both, delta, delta.wanted, delta.seen, Step.USER_SET)
    for delta in both.of(Entity.ASSOCIATION):
        if delta.wanted is not None and delta.seen is None:
            yield _add(both, delta, delta.wanted)
        elif delta.wanted is not None and delta.seen is not None:
            yield _set(both, delta, delta.wanted, delta.seen, Step.ASSOCIATION_SET)


def default_account(record: Record | None) -> str | None:
    """The account whose limits count where a job names none."""
    return str(record.values.get(DEFAULT_ACCOUNT, "")) or None if record else None


def _set(both: Both, delta: Delta, wanted: Record, seen: Record, step: Step) -> Change:
    command = modify(wanted.key, both.cluster, assignments(wanted.key.entity, wanted.values, seen.values))
    return Change(Action.UPDATE, str(wanted.key), command, delta.differences, wanted.path, stage=(step,))


def _add(both: Both, delta: Delta, wanted: Record) -> Change:
    user = Key(Entity.USER, wanted.key.name)
    first = user not in both.seen.records and default_account(both.wanted.records.get(user)) == wanted.key.account
    default = [f"{DEFAULT_ACCOUNT}={wanted.key.account}"] if first else []
    settings = [*default, *assignments(Entity.ASSOCIATION, wanted.values, {})]
    stage = (Step.USER_ADD if first else Step.ASSOCIATION_ADD,)
    command = add(wanted.key, both.cluster, settings, comments=both.wanted.comments)
    return Change(Action.CREATE, str(wanted.key), command, delta.differences, wanted.path, stage=stage)
