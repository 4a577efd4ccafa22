"""Times as Slurm reads them: minutes, minutes:seconds, hours:minutes:seconds, days-hours and so on.

Source: src/common/parse_time.c, ``time_str2secs``; the same from 22.05 to 26.05.
"""

from __future__ import annotations

import re
from typing import Final

_DAYS: Final = re.compile(r"(\d+)-(\d*)(?::(\d*))?(?::(\d*))?")
_CLOCK: Final = re.compile(r"(\d+)(?::(\d+))?(?::(\d+))?")
ENDLESS: Final = frozenset({"unlimited", "infinite", "-1"})


def seconds(text: str) -> int | None:
    """Seconds of a time; None for one without end and for one that cannot be read (see ``readable``)."""
    if days := _DAYS.fullmatch(text):
        parts = [int(part or 0) for part in days.groups()]
        return parts[0] * 86400 + parts[1] * 3600 + parts[2] * 60 + parts[3]
    clock = _CLOCK.fullmatch(text)
    if clock is None:
        return None
    first, second, third = clock.groups()
    if third is not None:
        return int(first) * 3600 + int(second) * 60 + int(third)
    return int(first) * 60 + int(second or 0)


def is_endless(text: str) -> bool:
    """Whether it says that there is no limit."""
    return text.lower() in ENDLESS


def readable(text: str) -> bool:
    """Whether Slurm reads it as a time."""
    return is_endless(text) or seconds(text) is not None


def minutes(text: str) -> int | None:
    """Whole minutes, rounded up as Slurm does."""
    found = seconds(text)
    return None if found is None else -(-found // 60)


def written(total: int) -> str:
    """``D-HH:MM:SS`` for seconds, which has one reading."""
    days, rest = divmod(total, 86400)
    return f"{days}-{rest // 3600:02}:{rest % 3600 // 60:02}:{rest % 60:02}"
