"""What a difference in the configuration takes before the cluster obeys, by release.

The table (``parameters/impact.csv``) holds what takes more than ``scontrol reconfigure``. From 23.11 on that starts the
daemons anew, so that little is left. Source: slurm.conf(5), gres.conf(5) and cgroup.conf(5) of 22.05, 24.11 and 26.05,
where they say "restart", "no jobs should be running" or that jobs are lost, and what the three did when tried, which
goes further than the pages:

- 22.05 shows another PriorityType, TopologyPlugin, TaskPlugin, JobAcctGatherType and RealMemory and goes on with the
  old one. A node more or less ends it: "MaxNodeCount has changed during reconfig, slurmctld must be restarted".
- A node that comes back with other cores or devices loses its jobs: all three requeue them, 22.05 when slurmctld
  starts again.
- 24.11 takes SlurmctldHost, NodeAddr and Cores of gres.conf with a reconfigure; another StateSaveLocation too, and
  starts without the jobs that are in the old one.

See tests/live/slurm/test_impact.py and test_impact_jobs.py.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from tenantry.backends.slurm.effective.counted import REGISTERED
from tenantry.backends.slurm.effective.table import canonical
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
_HINTS: Final = ("Cores=", "Links=")
"""Options of gres.conf that tell where a device sits, not which devices there are."""


def impact(kind: Kind, difference: Difference, release: str) -> Impact:
    """What it takes to put one difference right on a release of the table."""
    key = _key(kind, difference)
    if key in _LIVE.get(kind, frozenset()):
        return Impact.NOTHING
    table = _table()
    rows = table.get((kind.value, key)) or (() if not difference.field else table.get((kind.value, ANY), ()))
    return next((needs for last, needs in rows if not last or release <= last), Impact.RECONFIGURE)


def _key(kind: Kind, difference: Difference) -> str:
    """The table's key: a field of gres.conf is a device with all its options, of which the table knows each."""
    if not difference.field:
        return ADDED if difference.found is None else REMOVED
    key = canonical(difference.field)
    if key == REGISTERED:
        return "gres"
    if kind is Kind.GRES and _devices(difference.wanted) == _devices(difference.found):
        return "cores"
    return key


def _devices(said: str | None) -> list[list[str]]:
    """Line by line what a field of gres.conf says without hints."""
    lines = (said or "").split("; ")
    return sorted([it for it in line.split(" ") if not it.startswith(_HINTS)] for line in lines)


@cache
def _table() -> Mapping[tuple[str, str], tuple[tuple[str, Impact], ...]]:
    """Kind and key in lower case to what is needed up to which release, the oldest first; empty for all others."""
    text = resources.files("tenantry.backends.slurm.parameters").joinpath("impact.csv").read_text(encoding="utf-8")
    found: dict[tuple[str, str], tuple[tuple[str, Impact], ...]] = {}
    for row in csv.DictReader(text.splitlines()):
        key = row["kind"], canonical(row["key"])
        found[key] = (*found.get(key, ()), (row["last"], Impact[row["impact"]]))
    return found
