"""Every key of slurm.conf and its records, gres.conf, cgroup.conf and topology.conf, by release.

The tables (``*.csv`` beside this file) are what Slurm's own parser holds: the ``s_p_options_t`` arrays of
src/common/read_config.c, gres.c, cgroup.c and the topology plugins, read at the last tag of each release from 14.11 to
26.05; what ends in ``has been removed`` or in ``_defunct_option`` there is marked so. Tried: every key of every table
on slurmctld 22.05.8, 24.11.5 and 26.05.5, see tests/live/slurm/test_keys.py.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

SLURM_CONF = "slurm.conf"
GRES_CONF = "gres.conf"
CGROUP_CONF = "cgroup.conf"
TOPOLOGY_CONF = "topology.conf"
RECORDS = MappingProxyType(
    {"NodeName": "node", "PartitionName": "partition", "DownNodes": "downnodes", "NodeSet": "nodeset"}
)
"""The records of slurm.conf whose options are known, each with the name of its table."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One key. A release left out means that the bound lies outside the supported releases."""

    key: str
    """In the man page's spelling."""
    type: str
    """How the parser reads the value: string, uint16, uint32, uint64, long, float, boolean, or lines, which may be
    given several times."""
    since: str = ""
    """The first release that knows it."""
    last: str = ""
    """The last release that knows it; later ones end on it."""
    ignored: str = ""
    """From this release on the daemons say that it does nothing, and go on."""
    refused: str = ""
    """From this release on the daemons know it only to end on it."""
    unless: str = ""
    """The one value that is ignored instead of refused."""
    instead: str = ""
    """What took its place."""

    def known(self, release: str) -> bool:
        """Whether ``release`` reads it."""
        return self.since <= release and not (self.last and self.last < release)

    def is_refused(self, release: str, value: str) -> bool:
        """Whether the daemons of ``release`` end on this value because the key was removed."""
        removed = bool(self.refused) and self.refused <= release
        return removed and not (self.unless and value == self.unless)

    def is_ignored(self, release: str, value: str) -> bool:
        """Whether the daemons of ``release`` say that it does nothing."""
        if self.unless and value == self.unless:
            return self.refused <= release
        return bool(self.ignored) and self.ignored <= release


@cache
def parameters(table: str) -> Mapping[str, Parameter]:
    """The keys of one table, by key in lower case; raises FileNotFoundError where there is no such table."""
    text = resources.files(__package__).joinpath(f"{table}.csv").read_text(encoding="utf-8")
    return MappingProxyType({row["key"].lower(): Parameter(**row) for row in csv.DictReader(text.splitlines())})
