"""``key=value`` as slurmctld's parser finds it.

Source: src/common/parse_config.c, ``keyvalue_pattern``; the same from 22.05 to 26.05.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tenantry.backends.slurm.parse.lines import SPACE

_PAIR: Final = re.compile(
    rf'[{SPACE}]*([A-Za-z0-9_.]+)[{SPACE}]*([-*+/]?)=[{SPACE}]*("([^"]*)"|[^{SPACE}]+)(?=[{SPACE}]|\Z)'
)


@dataclass(frozen=True, slots=True)
class Pair:
    """One ``key=value`` of a line; offsets count in the line's text."""

    key: str
    operator: str
    """``+``, ``-``, ``*``, ``/`` or, nearly always, nothing."""
    value: str
    """Without the quotes around it."""
    key_at: int
    value_at: int
    """Where the value starts, its quote included."""
    end: int
    """Behind the value, its quote included."""


def pair(text: str, start: int = 0) -> Pair | None:
    """The pair that ``text`` has at ``start``, white space before it passed over; None where there is none."""
    match = _PAIR.match(text, start)
    if match is None:
        return None
    quoted = match.group(4)
    value = match.group(3) if quoted is None else quoted
    return Pair(match.group(1), match.group(2), value, match.start(1), match.start(3), match.end(3))


def pairs(text: str) -> tuple[list[Pair], int]:
    """All pairs from the start of ``text``, and where what is no pair starts."""
    found: list[Pair] = []
    end = 0
    while (next_pair := pair(text, end)) is not None:
        found.append(next_pair)
        end = next_pair.end
    return found, end
