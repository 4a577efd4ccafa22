"""What a difference in the configuration takes before the cluster obeys, by release.

The table (``parameters/impact.csv``) holds what takes more than ``scontrol reconfigure``. Source: slurm.conf(5),
gres.conf(5) and cgroup.conf(5) of 22.05, 24.11 and 26.05, where they say "restart", "no jobs should be running" or that
jobs are lost; from 23.11 on, ``scontrol reconfigure`` starts the daemons anew, so that little is left. Tried on those
three releases: see tests/live/slurm/test_impact.py.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from tenantry.backends.slurm.effective.things import Kind
from tenantry.change.difference import Difference
from tenantry.change.impact import Impact

ADDED: Final = "+"
"""In the table: the whole thing is missing."""
REMOVED: Final = "-"
"""In the table: the whole thing is too much. Jobs on it would be cancelled."""
ANY: Final = "*"
"""In the table: every field that has no line of its own."""

_LIVE: Final[Mapping[Kind, frozenset[str]]] = MappingProxyType({Kind.NODE: frozenset({"state", "reason"})})
"""Fields that ``scontrol update`` alone sets right."""


def impact(kind: Kind, difference: Difference, release: str) -> Impact:
    """What it takes to put one difference right on a release of the table."""
    whole = ADDED if difference.found is None else REMOVED
    keys = (difference.field.lower(), ANY) if difference.field else (whole,)
    if difference.field.lower() in _LIVE.get(kind, frozenset()):
        return Impact.NOTHING
    table = _table()
    for key in keys:
        last, needs = table.get((kind.value, key), ("", None))
        if needs is not None:
            return needs if not last or release <= last else Impact.RECONFIGURE
    return Impact.RECONFIGURE


@cache
def _table() -> Mapping[tuple[str, str], tuple[str, Impact]]:
    """Kind and key in lower case to the last release it holds for, empty for all, and what is needed up to it."""
    text = resources.files("tenantry.backends.slurm.parameters").joinpath("impact.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {(row["kind"], row["key"].lower()): (row["last"], Impact[row["impact"]]) for row in rows}
