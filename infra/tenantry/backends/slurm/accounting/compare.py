"""What differs between the accounting database that a document wants and the one that was seen.

Silent about what a site owns: QOS, accounts and users that the program did not make and the document does not have,
users of teams whose users are unmanaged, and attributes that the program never sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tenantry.backends.slurm.accounting import forms
from tenantry.backends.slurm.accounting.attributes import ATTRIBUTES, Attribute, limits
from tenantry.backends.slurm.accounting.reasons import reason
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record, Value
from tenantry.change.difference import Difference

THERE = "there"


@dataclass(frozen=True, slots=True)
class Delta:
    """One thing that is not as wanted."""

    key: Key
    wanted: Record | None
    """None where it has to go."""
    seen: Record | None
    """None where it is missing."""
    differences: tuple[Difference, ...]


def compare(wanted: Accounting, seen: Accounting) -> tuple[Difference, ...]:
    """Every field that is not as wanted, and each thing that is missing or too much."""
    return tuple(difference for delta in deltas(wanted, seen) for difference in delta.differences)


def deltas(wanted: Accounting, seen: Accounting) -> tuple[Delta, ...]:
    """The same by thing, QOS before accounts before users."""
    found = [_delta(record, seen.records.get(key)) for key, record in wanted.records.items()]
    found += [_surplus(record) for record in seen.records.values() if _too_much(wanted, record)]
    order = {entity: at for at, entity in enumerate(Entity)}
    return tuple(sorted((it for it in found if it.differences), key=lambda it: (order[it.key.entity], it.key)))


def _delta(wanted: Record, seen: Record | None) -> Delta:
    subject = str(wanted.key)
    if seen is None:
        # A user who is in no account yet has no default one: the associations say what is missing.
        missing = () if wanted.key.entity is Entity.USER else (Difference(subject, "", THERE, None, wanted.path),)
        return Delta(wanted.key, wanted, None, missing)
    differences = (
        Difference(subject, field, new, old, reason(wanted, attribute.name))
        for attribute in ATTRIBUTES[wanted.key.entity]
        for field, new, old in _fields(attribute, wanted.values.get(attribute.name), seen.values.get(attribute.name))
    )
    return Delta(wanted.key, wanted, seen, tuple(differences))


def _surplus(seen: Record) -> Delta:
    return Delta(seen.key, None, seen, (Difference(str(seen.key), "", None, THERE),))


def _too_much(wanted: Accounting, seen: Record) -> bool:
    """Whether it has to go: the program made it, here or for another cluster where an account cannot say which, or it
    is in an account whose users the document names."""
    key = seen.key
    if key in wanted.records or key.entity is Entity.USER:
        return False
    if key.entity is Entity.ASSOCIATION and Key(Entity.ACCOUNT, key.account) in wanted.records:
        return key.account not in wanted.unmanaged
    return seen.ours or bool(key.entity is Entity.ACCOUNT and seen.other)


def _fields(
    attribute: Attribute, wanted: Value | None, seen: Value | None
) -> Iterator[tuple[str, str | None, str | None]]:
    """Field, and both readings: resource by resource for TRES."""
    if wanted == seen:
        return
    form = attribute.form
    if form is not forms.TRES:
        yield attribute.name, _said(attribute, wanted), _said(attribute, seen)
        return
    new, old = limits(wanted), limits(seen)
    for name in sorted(new | old):
        if new.get(name) != old.get(name):
            yield f"{attribute.name} {name}", _amount(new.get(name)), _amount(old.get(name))


def _said(attribute: Attribute, value: Value | None) -> str | None:
    return None if value is None else attribute.form.write(value)


def _amount(value: int | None) -> str | None:
    return None if value is None else str(value)
