"""What the parser makes of a value of a key's type."""

from __future__ import annotations

from typing import Final

from tenantry.backends.slurm.parse.values import MAX_16, MAX_32, MAX_64, Number, boolean, duration, number
from tenantry.model.duration import Duration
from tenantry.model.limit import Unlimited
from tenantry.model.problem import ValueProblem, shown

_MOST: Final = {"uint16": MAX_16, "uint32": MAX_32, "uint64": MAX_64, "long": 2**63 - 1}


def wrong_value(kind: str, text: str) -> ValueProblem | None:
    """Why the parser refuses ``text`` for a key of a ``Parameter.type``; None where it takes it."""
    try:
        if kind == "boolean":
            boolean(text)
        elif kind == "float":
            _decimal(text)
        elif kind in _MOST:
            number(text.removeprefix("-") if kind == "long" else text, _MOST[kind])
    except ValueProblem as problem:
        return problem
    return None


def whole(kind: str, text: str) -> Number | None:
    """A whole number with what there is to say of its spelling; None for anything else."""
    if kind not in _MOST:
        return None
    try:
        found = number(text, _MOST[kind])
    except ValueProblem:
        return None
    return found if isinstance(found, Number) else None


def time(text: str) -> Duration | Unlimited | None:
    """A time; None for one that cannot be read."""
    try:
        return duration(text)
    except ValueProblem:
        return None


def minutes(text: str) -> int | None:
    """Whole minutes of a time, rounded up as Slurm does; None for one without end or that cannot be read."""
    found = time(text)
    return found.slurm_minutes() if isinstance(found, Duration) else None


def endless(text: str) -> bool:
    """Whether a time says that there is no limit."""
    return isinstance(time(text), Unlimited)


def _decimal(text: str) -> None:
    """As C's ``strtof`` reads it, or UNLIMITED."""
    try:
        float(text)
    except ValueError:
        if text.lower() in {"unlimited", "infinite"}:
            return
        raise ValueProblem(f"{shown(text)} is no number", "write a number, such as 95 or 95.5") from None
