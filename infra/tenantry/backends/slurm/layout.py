"""Sockets, cores and threads of a node line, with what slurmctld puts for those that are left out.

Source: src/common/read_config.c, ``_parse_nodename``; tried on 22.05, 24.11 and 26.05.
"""

from __future__ import annotations

from dataclasses import dataclass

from tenantry.backends.slurm.parameters.numbers import whole
from tenantry.backends.slurm.parse.site import Record, Setting


@dataclass(frozen=True, slots=True)
class Layout:
    """What a node is made of. Each is 1 or more."""

    cpus: Setting | None
    """Where CPUs is said; None where it follows from the others."""
    count: int
    """CPUs, as said or following from the others."""
    sockets: int
    """Of the whole node, all boards together."""
    cores: int
    """Of one socket."""
    threads: int
    """Of one core."""

    @property
    def fitting(self) -> tuple[int, ...]:
        """The numbers of CPUs that slurmctld takes, largest first."""
        cores = self.sockets * self.cores
        return tuple(dict.fromkeys((cores * self.threads, cores, self.sockets)))


def layout(node: Record) -> Layout | None:
    """Of a node line and the DEFAULT lines before it; None where one of the numbers cannot be read."""
    keys = ("CPUs", "Boards", "Sockets", "SocketsPerBoard", "CoresPerSocket", "ThreadsPerCore")
    given = {key: _count(node, key) for key in keys}
    if None in given.values():
        return None
    cpus, boards, sockets, on_board, cores, threads = ((it or 0) for it in given.values())
    cores, threads = max(1, cores), max(1, threads)
    if on_board:
        sockets = on_board * max(1, boards)
    elif not sockets:
        sockets = max(1, cpus // (cores * threads))
    setting = node.get("CPUs") or node.get("Procs")
    return Layout(setting if cpus else None, cpus or sockets * cores * threads, sockets, cores, threads)


def _count(node: Record, key: str) -> int | None:
    """0 where it is left out, None where it cannot be read."""
    setting = node.get(key) or (node.get("Procs") if key == "CPUs" else None)
    if setting is None:
        return 0
    found = whole("uint16", setting.value)
    return found.value if found else None
