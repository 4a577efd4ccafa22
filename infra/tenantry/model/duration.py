"""Durations in whole seconds, in our own spelling and in Slurm's.

Source for Slurm's: slurm.conf(5) MaxTime; src/common/parse_time.c (``time_str2secs``, ``time_str2mins``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Self

from tenantry.model.problem import ValueProblem, shown
from tenantry.model.scalar import Scalar, Written

MAX_SECONDS: Final = 24_855 * 86_400  # Slurm counts seconds in a signed 32-bit integer: 68 years

_UNITS: Final = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_OWN = re.compile(r"(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?")
_DAYS = re.compile(r"([0-9]{1,9})-([0-9]{1,9})(?::([0-9]{1,2}))?(?::([0-9]{1,2}))?")
_CLOCK = re.compile(r"()([0-9]{1,9}):([0-9]{1,2}):([0-9]{1,2})")
_MINUTES = re.compile(r"([0-9]{1,9})(?::([0-9]{1,9}))?")
_HINT = "write 90m, 4h, 2d12h or Slurm's D-HH:MM:SS"


class DurationError(ValueProblem):
    """Text that is no duration, or one with two readings."""

    slug = "duration"


@dataclass(frozen=True, slots=True, order=True)
class Duration(Scalar):
    """A length of time in whole seconds, never "without limit" (see ``model.limit``)."""

    seconds: int

    problem = DurationError
    example = "4h"
    json_schema: ClassVar = {
        "type": "string",
        "description": "A length of time: 90m, 4h, 2d12h, or Slurm's D-HH:MM:SS.",
        "pattern": r"^([0-9]+-[0-9]+(:[0-9]{1,2}){0,2}|[0-9]+(:[0-9]{1,2}){2}|[0-9]+d([0-9]+h)?([0-9]+m)?([0-9]+s)?"
        r"|[0-9]+h([0-9]+m)?([0-9]+s)?|[0-9]+m([0-9]+s)?|[0-9]+s)$",
        "examples": ["90m", "4h", "2d12h", "2-12:00:00"],
    }

    def __post_init__(self) -> None:
        if not 0 <= self.seconds <= MAX_SECONDS:
            message = f"a duration of {shown(self.seconds)} seconds is out of range"
            raise DurationError(message, f"use 0 to {MAX_SECONDS // 86_400} days, which is all that Slurm can hold")

    @classmethod
    def parse(cls, text: str, *, zero: bool = False) -> Self:
        """Reads ``90m``, ``2d12h``, ``D-HH[:MM[:SS]]`` or ``HH:MM:SS``; raises DurationError.

        ``1:30`` and a bare number are refused, since Slurm and people read them differently. Zero is refused
        unless ``zero``: as a limit it would mean that nothing may run.
        """
        match = _OWN.fullmatch(text) or _DAYS.fullmatch(text) or _CLOCK.fullmatch(text)
        if not text or not match:
            raise _refusal(text)
        fields = [int(field or 0) for field in match.groups()]
        if match.re is not _OWN and max(fields[2:]) > 59:
            raise DurationError(f"{shown(text)} has more than 59 minutes or seconds", _HINT)
        duration = cls(sum(field * unit for field, unit in zip(fields, _UNITS.values(), strict=True)))
        if not duration.seconds and not zero:
            raise DurationError(f"the duration {shown(text)} is zero", "write a duration above zero, such as 30m")
        return duration

    @classmethod
    def read_or_zero(cls, value: object) -> Self:
        """As ``read``, zero allowed."""
        return cls.parse(value, zero=True) if isinstance(value, str) else cls.read(value)

    @classmethod
    def read(cls, value: object) -> Self:
        """As ``Scalar.read``; a bare number of YAML is refused with its readings."""
        if isinstance(value, int) and not isinstance(value, bool):
            raise _refusal(str(value))
        return super(Duration, cls).read(value)

    @classmethod
    def from_slurm(cls, text: str) -> Self:
        """Reads a time as Slurm does: ``60`` is minutes, ``1:30`` minutes and seconds; zero and ``1:90`` are allowed.

        UNLIMITED, INFINITE and -1 are no duration; the caller looks for them first. Raises DurationError.
        """
        if match := _MINUTES.fullmatch(text):
            return cls(int(match.group(1)) * 60 + int(match.group(2) or 0))
        match = _DAYS.fullmatch(text) or _CLOCK.fullmatch(text)
        if not match:
            raise DurationError(f"{shown(text)} is not a time of Slurm's", "write D-HH:MM:SS")
        fields = (int(field or 0) for field in match.groups())
        return cls(sum(field * unit for field, unit in zip(fields, _UNITS.values(), strict=True)))

    def slurm(self) -> str:
        """``D-HH:MM:SS``, the one form that Slurm reads in a single way."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        days, hours = divmod(hours, 24)
        return f"{days}-{hours:02d}:{minutes:02d}:{seconds:02d}"

    def slurm_minutes(self) -> int:
        """Minutes, begun ones counted whole, as Slurm stores limits."""
        return -(-self.seconds // 60)

    def __str__(self) -> str:
        rest, parts = self.seconds, []
        for unit, size in _UNITS.items():
            count, rest = divmod(rest, size)
            if count:
                parts.append(f"{count}{unit}")
        return "".join(parts) or "0s"


def _refusal(text: str) -> DurationError:
    if re.fullmatch(r"[0-9]{1,9}", text):
        message = f"{text} has no unit: Slurm reads minutes, most programs seconds"
        return DurationError(message, f"write {text}m, {text}h or {text}s")
    if match := re.fullmatch(r"([0-9]{1,9}):([0-9]{1,2})", text):
        first, second = int(match.group(1)), int(match.group(2))
        message = (
            f"{shown(text)} has two readings: {first} min {second} s, as Slurm reads it, or {first} h {second} min"
        )
        return DurationError(message, f"write {first}m{second}s or {first}h{second}m")
    if match := re.fullmatch(r"([0-9]{1,6}) ?w", text):
        return DurationError(f"{shown(text)} is in weeks, which Slurm does not know", f"write {int(match[1]) * 7}d")
    return DurationError(f"{shown(text)} is not a duration", _HINT)


DurationOrZero = Annotated[Duration, Written(Duration.read_or_zero, str, Duration.json_schema)]
"""Model field: a duration that may be zero."""
