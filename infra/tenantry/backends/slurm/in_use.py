"""The hosts that slurm.conf names, and whether Slurm places anything on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.slurm.parse.site import HostsRecord, Site
from tenantry.finding import Location

_IDLE: Final = ("down", "drain", "fail", "future")
"""States, with whatever follows, in which slurmctld starts no job."""


def lines_in_use(site: Site) -> Iterator[tuple[HostsRecord, str, bool]]:
    """Every host of the NodeName lines with its line, and whether State or a DownNodes line keeps jobs off it."""
    down = {host for line in site.down_nodes if _is_idle(line, "down") for host in line.hosts}
    for line in site.nodes:
        idle = _is_idle(line, "unknown")
        yield from ((line, host, idle or host in down) for host in line.hosts)


def hosts_in_use(site: Site) -> Iterator[tuple[str, bool, Location]]:
    """Every host, whether it is idle, and where its line names it."""
    return ((host, idle, line.name_location) for line, host, idle in lines_in_use(site))


def _is_idle(line: HostsRecord, default: str) -> bool:
    return line.value("State", default).lower().startswith(_IDLE)
