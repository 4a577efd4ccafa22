"""What takes the accounting database from what was seen to what a document says."""

from __future__ import annotations

from collections.abc import Iterable

from tenantry.backends.slurm.accounting.types import Accounting, Key, Record
from tenantry.backends.slurm.planning import accounts, deletions, qos, users
from tenantry.backends.slurm.planning.both import Both
from tenantry.change.plan import Plan, digest


def plan(wanted: Accounting, seen: Accounting, *, keep_foreign: bool = False) -> Plan:
    """The changes, in an order in which each can succeed; expects a registered cluster that knows all TRES.

    With ``keep_foreign`` nothing goes that the program did not make, nor what such things go with or rest on.
    """
    both = Both(wanted, seen)
    found = [it for kind in (qos, accounts, users) for it in kind.changes(both)]
    going = deletions.changes(both, keep_foreign=keep_foreign)
    ordered = tuple(sorted([*found, *going], key=lambda it: (it.stage, it.subject, it.command)))
    ours = [it for it in seen.records.values() if it.ours or it.key in wanted.records or it.key in both.leaving]
    return Plan(
        target=f"the accounting of cluster '{wanted.cluster}'",
        changes=ordered,
        inputs=digest([_record(it) for it in _sorted(wanted.records.values())]),
        seen=digest([_record(it) for it in _sorted(ours)]),
    )


def _sorted(records: Iterable[Record]) -> list[Record]:
    return sorted(records, key=lambda it: it.key)


def _record(record: Record) -> dict[str, object]:
    return {"key": _key(record.key), "values": {name: repr(value) for name, value in sorted(record.values.items())}}


def _key(key: Key) -> list[object]:
    return [key.entity.value, key.name, key.account, key.partition]
