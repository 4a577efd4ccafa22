"""Numbers of a node line that do not go together."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.backends.slurm.layout import layout
from tenantry.backends.slurm.parameters.numbers import whole
from tenantry.backends.slurm.parse.site import HostsRecord, Setting
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity

_COUNTS = ("CPUs", "Procs", "Boards", "Sockets", "SocketsPerBoard", "CoresPerSocket", "ThreadsPerCore")


@rule("SLF305", Severity.WARNING, FILES)
def slurm_cpus_do_not_fit(files: Files) -> Iterator[Problem]:
    """CPUs of a node fit neither its sockets, nor its cores, nor its threads.

    What it does:
        Compares CPUs with the sockets, with all cores and with all threads, those of DEFAULT lines too. What a line
        leaves out is 1, sockets as many as the CPUs need. Tells each that is 0, and Sockets beside SocketsPerBoard.

    Why:
        slurmctld sets CPUs, or what is 0, to another number and logs an error.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=10 Sockets=2 CoresPerSocket=4 ThreadsPerCore=1
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=8 Sockets=2 CoresPerSocket=4 ThreadsPerCore=1
        PartitionName=batch Nodes=ALL

    Sources:
        src/common/read_config.c; tried on 22.05, 24.11 and 26.05: "match no Sockets, Sockets*CoresPerSocket or
        Sockets*CoresPerSocket*ThreadsPerCore. Resetting CPUs.", "CPUs=0 is invalid, reset to 1".
    """
    for node in files.site.nodes:
        zeros = [it for key in _COUNTS if (it := node.get(key)) and _count(it) == 0]
        for setting in zeros:
            yield problem(setting.value_location, f"a node has no 0 {setting.key}", "leave it out, or write its number")
        on_board, sockets = node.get("SocketsPerBoard"), node.get("Sockets")
        if on_board and sockets:
            message = "Sockets counts for nothing beside SocketsPerBoard"
            yield problem(sockets.location, message, "keep one of them", seen("the other one", on_board.location))
        shape = layout(node)
        if shape and shape.cpus and not zeros and shape.count not in shape.fitting:
            threads, cores = shape.sockets * shape.cores * shape.threads, shape.sockets * shape.cores
            message = f"{shape.count} CPUs fit neither {shape.sockets} sockets nor {cores} cores nor {threads} threads"
            yield problem(shape.cpus.value_location, message, f"write {listed(map(str, shape.fitting))}")


@rule("SLF310", Severity.WARNING, FILES)
def slurm_nothing_left_for_jobs(files: Files) -> Iterator[Problem]:
    """What is kept from jobs on a node is more than the node has.

    What it does:
        Compares MemSpecLimit with RealMemory, CoreSpecCount with the cores and CpuSpecList with the CPUs, those of
        DEFAULT lines too. Tells CoreSpecCount beside CpuSpecList.

    Why:
        slurmctld logs an error and keeps nothing, or one core, for the system.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=8 RealMemory=2000 MemSpecLimit=4000
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=8 RealMemory=62000 MemSpecLimit=4000
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), MemSpecLimit, CoreSpecCount, CpuSpecList; tried on 22.05, 24.11 and 26.05: "MemSpecLimit=2000 is
        invalid, reset to 0", "CoreSpecCount=8 is invalid, reset to 1", "unable to convert it to bitmap".
    """
    for node in files.site.nodes:
        yield from _memory(node)
        yield from _cores(node)


def _memory(node: HostsRecord) -> Iterator[Problem]:
    kept, there = node.get("MemSpecLimit"), node.get("RealMemory")
    least = _count(there) if there else 1
    if kept and least is not None and (_count(kept) or 0) >= least:
        message = f"MemSpecLimit {kept.value} leaves nothing of the {least} MiB of {node.name}"
        place = [seen("RealMemory is set here", there.location)] if there else []
        yield problem(kept.value_location, message, "write less, or correct RealMemory", *place)


def _cores(node: HostsRecord) -> Iterator[Problem]:
    kept, listed_cpus = node.get("CoreSpecCount"), node.get("CpuSpecList")
    shape = layout(node)
    if kept and listed_cpus and _count(kept):
        other = seen("the other one", listed_cpus.location)
        yield problem(kept.location, "CoreSpecCount counts for nothing beside CpuSpecList", "keep one of them", other)
    elif kept and shape and (_count(kept) or 0) >= shape.sockets * shape.cores:
        message = f"CoreSpecCount {kept.value} leaves nothing of the {shape.sockets * shape.cores} cores of {node.name}"
        yield problem(kept.value_location, message, "write less")
    highest = max(map(int, re.findall(r"[0-9]{1,6}", listed_cpus.value)), default=0) if listed_cpus else 0
    if listed_cpus and shape and highest >= shape.count:
        message = f"there is no CPU {highest}: {node.name} has {shape.count}, from 0 on"
        yield problem(listed_cpus.value_location, message, f"name CPUs from 0 to {shape.count - 1}")


def _count(setting: Setting) -> int | None:
    found = whole("uint64", setting.value)
    return found.value if found else None
