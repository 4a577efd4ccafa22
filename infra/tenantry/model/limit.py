"""Limits have three states: not set (``None``), a number (zero included), and without limit (``UNLIMITED``)."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Final, Literal, TypeAlias

from tenantry.model.duration import Duration, DurationError
from tenantry.model.problem import ValueProblem, shown
from tenantry.model.scalar import Written

MAX_COUNT: Final = 2**31 - 1  # the largest count every field of Slurm and Kueue that takes one can hold


class Unlimited(Enum):
    """The state "without limit", said on purpose; its one member is ``UNLIMITED``."""

    UNLIMITED = "unlimited"

    def __str__(self) -> str:
        return self.value


UNLIMITED: Final = Unlimited.UNLIMITED

Count: TypeAlias = int | Literal[Unlimited.UNLIMITED]
"""A number of things, zero or more, or no limit on it."""


class LimitError(ValueProblem):
    """A limit that is neither a count nor ``unlimited``."""

    slug = "limit"


def read_limit(value: object) -> Count:
    """What stands in a document as a limit: a whole number from 0 or the word ``unlimited``; raises LimitError."""
    if value is UNLIMITED or value == UNLIMITED.value:
        return UNLIMITED
    if isinstance(value, bool) or not isinstance(value, int):
        raise LimitError(f"{shown(value)} is not a limit", _limit_hint(value))
    if value < 0:
        raise LimitError(f"a limit cannot be {value}", "write 0 for nothing, or unlimited for no limit")
    if value > MAX_COUNT:
        raise LimitError(f"the limit {shown(value)} is too large", f"write at most {MAX_COUNT}, or unlimited")
    return value


def _limit_hint(value: object) -> str:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return f"write {int(value[:20])} without quotes"
    if isinstance(value, str) and value.lower() in {"unlimited", "infinite", "none", "infinity", "-1"}:
        return "write unlimited, in lower case"
    if isinstance(value, float) and value.is_integer():
        return f"write it as a whole number: {shown(int(value))}"
    return "write a whole number from 0, or unlimited; leave the key out for no statement"


def read_duration_limit(value: object) -> Duration | Literal[Unlimited.UNLIMITED]:
    """A duration above zero, or ``unlimited``; raises DurationError."""
    if value is UNLIMITED or value == UNLIMITED.value:
        return UNLIMITED
    if isinstance(value, str) and value.lower() in {"unlimited", "infinite"}:
        raise DurationError(f"{shown(value)} is not a duration", "write unlimited, in lower case, for no limit")
    return Duration.read(value)


def count_add(left: Count, right: Count) -> Count:
    """The sum; without limit as soon as one part is."""
    return UNLIMITED if left is UNLIMITED or right is UNLIMITED else left + right


def _write(value: Count) -> str | int:
    return value if isinstance(value, int) else str(value)


Limit = Annotated[
    Count,
    Written(
        read_limit,
        _write,
        {
            "anyOf": [{"type": "integer", "minimum": 0, "maximum": MAX_COUNT}, {"const": "unlimited"}],
            "description": "A whole number, 0 included, or the word unlimited.",
            "examples": [8, 0, "unlimited"],
        },
    ),
]
"""Model field: a count or ``unlimited``; ``Limit | None`` where it may be left out."""

DurationLimit = Annotated[
    Duration | Literal[Unlimited.UNLIMITED],
    Written(
        read_duration_limit,
        str,
        {
            "anyOf": [dict(Duration.json_schema), {"const": "unlimited"}],
            "description": "A duration, or the word unlimited.",
            "examples": ["7d", "unlimited"],
        },
    ),
]
"""Model field: a duration above zero or ``unlimited``."""
