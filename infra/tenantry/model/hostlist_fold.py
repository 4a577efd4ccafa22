"""Folding host names into the shortest Slurm host list that every supported release reads.

Only numbers at the end of a name, and one number before them, become bracket groups: Slurm 22.05 refuses text
after a bracket group (``b[05,02]n3``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tenantry.model.hostlist_parse import MAX_DIGITS

_DIGITS = re.compile(r"([0-9]+)")
_TAIL = re.compile(r"(.*?)([0-9]+)", re.DOTALL)
_INNER = re.compile(r"(.*?)([0-9]+)([^0-9]+)", re.DOTALL)

NaturalKey = tuple[str | tuple[int, int], ...]


def natural_key(name: str) -> NaturalKey:
    """Sorts n2 before n10, and n1 before n01."""
    parts = _DIGITS.split(name)
    return tuple((int(part), len(part)) if at % 2 else part for at, part in enumerate(parts))


def fold(names: Iterable[str]) -> str:
    """A host list with the same hosts, in natural order; the empty string for none."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for name in sorted(names, key=natural_key):
        match = _TAIL.fullmatch(name)
        if match and len(match.group(2)) <= MAX_DIGITS:
            groups.setdefault((match.group(1), True), []).append(match.group(2))
        else:
            groups[name, False] = []
    return ",".join(_fold_prefixes((prefix, _ranges(numbers)) for (prefix, _), numbers in groups.items()))


def _fold_prefixes(groups: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Joins prefixes that differ in one number and carry the same tail: ``rack[0-63]n[01-04]``."""
    joined: dict[tuple[str, str, str], list[str]] = {}
    for prefix, tail in groups:
        match = _INNER.fullmatch(prefix)
        if match and tail and len(match.group(2)) <= MAX_DIGITS:
            joined.setdefault((match.group(1), match.group(3), tail), []).append(match.group(2))
        else:
            joined[prefix, "", tail] = []
    for (head, middle, tail), numbers in joined.items():
        if len(numbers) > 1:
            yield f"{head}[{_ranges(numbers)}]{middle}[{tail}]"
        else:
            yield f"{head}{''.join(numbers)}{middle}{tail if tail.isdigit() or not tail else f'[{tail}]'}"


def _ranges(numbers: list[str]) -> str:
    """``001-003,7`` for the sorted numbers; the low end's width is the padding of the whole range."""
    runs: list[tuple[str, str]] = []
    for number in numbers:
        if runs and number == f"{int(runs[-1][1]) + 1:0{len(runs[-1][0])}d}":
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return ",".join(low if low == high else f"{low}-{high}" for low, high in runs)
