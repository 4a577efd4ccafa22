"""What the jobs of accounts hold, as slurmctld counts it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tenantry.backends.slurm.live.commands import Commands, UnreachableError

USED: Final = ("scontrol", "-o", "show", "assoc_mgr", "flags=assoc")

_RECORD: Final = re.compile(r"ClusterName=(\S*) Account=(\S*) UserName= .*? GrpTRES=(\S*)")
_HELD: Final = re.compile(r"([^=,()]+)=[^=,()]*\(([0-9]+)\)")


def used(run: Commands, cluster: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Account to what its jobs and those of the accounts below hold; empty where slurmctld does not say."""
    try:
        answer = run.run(USED)
    except UnreachableError:
        return {}
    found = {}
    for line in answer.out.splitlines() if answer.code == 0 else ():
        match = _RECORD.match(line)
        if match and match[1].lower() == cluster.lower():
            held = ((name.lower(), int(count)) for name, count in _HELD.findall(match[3]))
            found[match[2].lower()] = tuple(sorted(it for it in held if it[1]))
    return found
