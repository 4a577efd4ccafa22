"""Cores of a GPU."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tenantry.backends.slurm.gres import kinds
from tenantry.backends.slurm.parse.site import HostsRecord, Setting
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Related, Severity

_RANGES = re.compile(r"[0-9]+(?:-[0-9]+)?(?:,[0-9]+(?:-[0-9]+)?)*")
CHECKED = "24.11"
"""From here on slurmctld drains a node whose Cores cut a socket (_check_core_range_matches_sock)."""
ONE_SOCKET = "25.11"
"""From here on one that names several sockets but not all, too."""


class _Cut(NamedTuple):
    setting: Setting
    message: str
    help: str
    node: Related


@rule("SLF509", Severity.ERROR, FILES)
def slurm_gpu_cores(files: Files) -> Iterator[Problem]:
    """Cores of a GPU in gres.conf are not one socket of the node.

    What it does:
        Compares Cores with Sockets and CoresPerSocket of the node: one whole socket, or all cores. Cores that the
        node does not have are told for every release.

    Why:
        slurmctld drains the node as invalid: from 24.11 on where a socket is cut, from 25.11 on where several sockets
        but not all are named. Cores count cores, not threads.

    Example:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=64 Sockets=2 CoresPerSocket=32 ThreadsPerCore=1 Gres=gpu:2
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu File=/dev/nvidia0 Cores=0-15
        NodeName=n1 Name=gpu File=/dev/nvidia1 Cores=32-63

    Use instead:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=64 Sockets=2 CoresPerSocket=32 ThreadsPerCore=1 Gres=gpu:2
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu File=/dev/nvidia0 Cores=0-31
        NodeName=n1 Name=gpu File=/dev/nvidia1 Cores=32-63

    Sources:
        gres.conf(5), Cores; src/interfaces/gres.c of each release; tried on 24.11 and 26.05.
    """
    for cut in _cuts(files, later=False):
        yield problem(cut.setting.value_location, cut.message, cut.help, cut.node)


@rule("SLF510", Severity.WARNING, FILES)
def slurm_gpu_cores_later(files: Files) -> Iterator[Problem]:
    """Cores of a GPU in gres.conf are such that a later release of Slurm will drain the node.

    What it does:
        The same as slurm-gpu-cores, for what this release still takes.

    Why:
        An upgrade to 24.11 or 25.11 drains the nodes.

    Example:
        # slurm.conf of 24.11
        GresTypes=gpu
        NodeName=n1 CPUs=64 Sockets=4 CoresPerSocket=16 ThreadsPerCore=1 Gres=gpu:1
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu File=/dev/nvidia0 Cores=0-31

    Use instead:
        # slurm.conf of 24.11
        GresTypes=gpu
        NodeName=n1 CPUs=64 Sockets=4 CoresPerSocket=16 ThreadsPerCore=1 Gres=gpu:1
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu File=/dev/nvidia0 Cores=0-15

    Sources:
        src/interfaces/gres.c of each release; tried on 24.11 and 26.05.
    """
    for cut in _cuts(files, later=True):
        yield problem(cut.setting.value_location, cut.message, cut.help, cut.node)


def _cuts(files: Files, *, later: bool) -> Iterator[_Cut]:
    told: set[object] = set()
    for kind in kinds(files.site):
        sockets, cores = _count(kind.node, "Sockets"), _count(kind.node, "CoresPerSocket")
        for line in kind.lines if sockets and cores else ():
            setting = line.record.get("Cores")
            if setting is None or setting.value_location in told or not _RANGES.fullmatch(setting.value):
                continue
            verdict = _verdict(setting.value, sockets, cores)
            if verdict and (files.release < verdict[0]) is later:
                told.add(setting.value_location)
                node = seen("the node", kind.node.location)
                yield _Cut(setting, verdict[1], f"name one socket, such as 0-{cores - 1}, or leave Cores out", node)


def _verdict(text: str, sockets: int, cores: int) -> tuple[str, str] | None:
    """From which release on the cores are refused, and why; None where they are fine."""
    bounds = [part.split("-") for part in text.split(",")]
    highest = max(int(part[-1]) for part in bounds)
    if highest >= sockets * cores:
        return "", f"there is no core {highest}: the node has {sockets * cores}, from 0 on"
    named = {core for part in bounds for core in range(int(part[0]), int(part[-1]) + 1)}
    if len(named) == sockets * cores:
        return None
    touched = {core // cores for core in named}
    if len(named) != len(touched) * cores:
        return CHECKED, f"Cores={text} cuts a socket, which has {cores} cores"
    return (ONE_SOCKET, f"Cores={text} is {len(touched)} of {sockets} sockets") if len(touched) > 1 else None


def _count(node: HostsRecord, key: str) -> int:
    text = node.value(key)
    return int(text) if text.isdigit() else 0
