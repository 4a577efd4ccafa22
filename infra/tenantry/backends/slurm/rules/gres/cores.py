"""Cores of a GPU."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tenantry.backends.slurm.gres import kinds
from tenantry.backends.slurm.layout import layout
from tenantry.backends.slurm.parse.site import Setting
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Related, Severity

_RANGE = r"[0-9]{1,6}(?:-[0-9]{1,6}(?::[1-9][0-9]{0,5})?)?"
_RANGES = re.compile(f"{_RANGE}(?:,{_RANGE})*")
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
        Compares Cores, or CPUs, its older name, with the sockets of the node, said or following from CPUs: one whole
        socket, or all cores. Cores that the node does not have are told for every release.

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
        shape = layout(kind.node)
        if shape is None:
            continue
        for line in kind.lines:
            setting = line.record.get("Cores") or line.record.get("CPUs")
            if setting is None or setting.value_location in told:
                continue
            verdict = _verdict(setting.value, shape.sockets, shape.cores)
            if verdict and (files.release < verdict[0]) is later:
                told.add(setting.value_location)
                help_text = f"name one socket, such as 0-{shape.cores - 1}, or leave Cores out"
                yield _Cut(setting, verdict[1], help_text, seen("the node", kind.node.location))


def _verdict(text: str, sockets: int, cores: int) -> tuple[str, str] | None:
    """From which release on the cores are refused, and why; None where they are fine, or cannot be told."""
    if not re.search("[0-9]", text):
        return CHECKED, f"Cores={text} names no core, and Slurm takes it for 0"
    if not _RANGES.fullmatch(text):
        return None
    named = {core for part in text.split(",") for core in _range(part, sockets * cores)}
    highest = max(named, default=0)
    if highest >= sockets * cores:
        return "", f"there is no core {highest}: the node has {sockets * cores}, from 0 on"
    if len(named) == sockets * cores:
        return None
    touched = {core // cores for core in named}
    if len(named) != len(touched) * cores:
        return CHECKED, f"Cores={text} cuts a socket, which has {cores} cores"
    return (ONE_SOCKET, f"Cores={text} is {len(touched)} of {sockets} sockets") if len(touched) > 1 else None


def _range(text: str, cores: int) -> range:
    """The cores of ``0-6:2``, of those the node has not no more than one."""
    bounds, _, step = text.partition(":")
    first, _, last = bounds.partition("-")
    return range(int(first), min(int(last or first), max(int(first), cores)) + 1, int(step or 1))
