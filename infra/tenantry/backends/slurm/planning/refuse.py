"""What keeps a plan from being carried out as a whole: nothing is begun that is known to fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tenantry.backends.slurm.accounting.types import Accounting, Entity
from tenantry.backends.slurm.mark import mark
from tenantry.backends.slurm.parse.codes import Code
from tenantry.backends.slurm.planning import codes
from tenantry.change.plan import Plan
from tenantry.finding import Finding, Path

SAFE: Final = re.compile(r"[A-Za-z0-9_.,:=+/@%-]+")
"""Words that every shell passes on as they are."""


def obstacles(wanted: Accounting, seen: Accounting, plan: Plan) -> tuple[Finding, ...]:
    """All of them; a plan without any may still be unsafe."""
    return (*_unknown_tres(wanted, seen), *_unsafe_names(plan), *_other_fleets(wanted, seen))


def other_release(document: str, found: str, where: str) -> tuple[Finding, ...]:
    """Whether a cluster runs another release than the document is written for; nothing where nobody knows."""
    if found in {"", document}:
        return ()
    hint = f"set slurm.release to {found}, look at what `tenantry check` says, and plan again"
    return (_finding(codes.RELEASE, f"{where} runs Slurm {found}", hint, ("slurm", "release")),)


def _unknown_tres(wanted: Accounting, seen: Accounting) -> Iterator[Finding]:
    missing: dict[str, Path] = {}
    for record in wanted.records.values():
        for value in record.values.values():
            for limit in value if isinstance(value, tuple) else ():
                if isinstance(limit, tuple) and limit[0] not in seen.tres:
                    missing.setdefault(limit[0], record.path)
    for name, path in sorted(missing.items()):
        message = f"the accounting database does not know {name}, so that no limit on it can be set"
        hint = "install the rendered slurm.conf and restart slurmctld, which registers it; then plan again"
        yield _finding(codes.UNKNOWN_TRES, message, hint, path)


def _other_fleets(wanted: Accounting, seen: Accounting) -> Iterator[Finding]:
    for key, record in wanted.records.items():
        there = seen.records.get(key)
        if key.entity is Entity.QOS and there and there.other:
            message = f"{key} was made for the fleet '{there.other}', which has the same accounting database"
            hint = (
                'give one of the two other names, with naming: {qos: "{fleet}-{tier}", partition: "{fleet}-{flavor}"}; '
                f"where '{there.other}' is no more, set the Description of the QOS to {mark(wanted.cluster)}"
            )
            yield _finding(codes.OTHER_FLEET, message, hint, record.path)


def _unsafe_names(plan: Plan) -> Iterator[Finding]:
    for change in plan.changes:
        bad = [word for word in change.command if not SAFE.fullmatch(word)]
        if bad:
            hint = "rename or delete it by hand"
            yield _finding(codes.NAME, f"{change.subject} needs the word {bad[0]!r} in a command", hint, change.path)


def _finding(code: Code, message: str, hint: str, path: Path) -> Finding:
    return Finding(code.code, code.severity, message, hint, path)
