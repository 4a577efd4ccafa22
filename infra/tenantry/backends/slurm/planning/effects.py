"""What a change does to work that is there."""

from __future__ import annotations

from collections.abc import Mapping

from tenantry.backends.slurm.accounting.types import Accounting, Record

LIMIT = "GrpTRES"


def over(seen: Accounting, wanted: Record) -> tuple[str, ...]:
    """Where jobs hold more than an account's new limit, by how much: no scheduler ends work for that."""
    held = _held(seen, wanted.key.name)
    limits = wanted.values.get(LIMIT, ())
    found = []
    for limit in limits if isinstance(limits, tuple) else ():
        if isinstance(limit, tuple) and (beyond := held.get(limit[0], 0) - limit[1]) > 0:
            name, most = limit
            found.append(
                f"its jobs hold {held[name]} {name}, {beyond} more than the limit of {most}: they run on, "
                "and none starts before enough of them have ended"
            )
    return tuple(found)


def ended(seen: Accounting, account: str) -> tuple[str, ...]:
    """What stands against taking an account away: on every release sacctmgr refuses while it has jobs in the queue."""
    held = ", ".join(f"{count} {name}" for name, count in sorted(_held(seen, account).items()) if count)
    if not held:
        return ()
    return (f"its jobs hold {held}: sacctmgr refuses while any of its jobs runs or waits, and cancels none",)


def _held(seen: Accounting, account: str) -> Mapping[str, int]:
    return dict(seen.used.get(account, ()))
