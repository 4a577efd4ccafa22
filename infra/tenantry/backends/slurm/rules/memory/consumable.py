"""Memory as a consumable resource."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parameters.numbers import whole
from tenantry.backends.slurm.parse.site import Setting, Settings
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_DEFAULTS = ("DefMemPerGPU", "DefMemPerCPU", "DefMemPerNode")
_LIMITS = ("MaxMemPerNode", "MaxMemPerCPU")


def _consumable(files: Files) -> bool:
    """Whether SelectTypeParameters says that memory is consumed."""
    return any(it == "cr_memory" or it.endswith("_memory") for it in files.words("SelectTypeParameters"))


@rule("SLF601", Severity.WARNING, FILES)
def slurm_memory_not_scheduled(files: Files) -> Iterator[Problem]:
    """Memory has a default, but is not scheduled.

    What it does:
        Tells DefMemPerCPU, DefMemPerGPU and DefMemPerNode where SelectTypeParameters names no CR_*_Memory.

    Why:
        Slurm then hands out cores alone: jobs take each other's memory, and a lower RealMemory keeps nothing free.

    Example:
        # slurm.conf
        SelectType=select/cons_tres
        SelectTypeParameters=CR_CPU
        DefMemPerCPU=4000
        NodeName=n1 CPUs=8 RealMemory=58000
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        SelectType=select/cons_tres
        SelectTypeParameters=CR_CPU_Memory
        DefMemPerCPU=4000
        NodeName=n1 CPUs=8 RealMemory=58000
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), RealMemory, SelectTypeParameters; https://github.com/aws/aws-parallelcluster/issues/2804
    """
    if not files.words("SelectTypeParameters") or _consumable(files):
        return
    for setting in _given(files.site.settings):
        message = f"{setting.key} is set, but memory is not scheduled"
        help_text = f"write {_with_memory(files.value('SelectTypeParameters'))} in SelectTypeParameters"
        yield problem(files.place("SelectTypeParameters"), message, help_text, seen("it is set here", setting.location))


def _with_memory(text: str) -> str:
    first = text.split(",")[0]
    return f"{first}_Memory" if first.upper() in {"CR_CPU", "CR_CORE", "CR_SOCKET"} else "CR_Core_Memory"


@rule("SLF602", Severity.WARNING, FILES)
def slurm_memory_without_default(files: Files) -> Iterator[Problem]:
    """Memory is scheduled and has no default: a small job takes all of a node's.

    What it does:
        Where SelectTypeParameters names CR_*_Memory, looks for DefMemPerCPU, DefMemPerGPU or DefMemPerNode, for all
        or on each partition.

    Why:
        A job that does not ask for memory gets all of it, and nothing else fits beside.

    Example:
        # slurm.conf
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core_Memory
        NodeName=n1 CPUs=64 RealMemory=1000000
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core_Memory
        DefMemPerCPU=8000
        NodeName=n1 CPUs=64 RealMemory=1000000
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), DefMemPerCPU: "Default value is 0 (unlimited)".
    """
    if not _consumable(files) or _given(files.site.settings) or not files.whole:
        return
    without = [it for it in files.site.partitions if not _given(it.options)]
    if without:
        message = f"memory is scheduled, and partition '{without[0].name}' has no default for it"
        help_text = "set DefMemPerGPU, DefMemPerCPU or DefMemPerNode"
        yield problem(files.place("SelectTypeParameters"), message, help_text, seen("partition", without[0].location))


@rule("SLF603", Severity.WARNING, FILES)
def slurm_memory_defaults_twice(files: Files) -> Iterator[Problem]:
    """Two defaults, or two limits, of memory exclude each other.

    What it does:
        Tells two of DefMemPerCPU, DefMemPerGPU and DefMemPerNode, and MaxMemPerCPU beside MaxMemPerNode, among the
        settings or on one partition.

    Why:
        They are mutually exclusive: one of them is passed over.

    Example:
        # slurm.conf
        DefMemPerCPU=4000
        DefMemPerNode=64000
        NodeName=n1 CPUs=64 RealMemory=1000000
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        DefMemPerCPU=4000
        NodeName=n1 CPUs=64 RealMemory=1000000
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), DefMemPerCPU; tried on 22.05, 24.11 and 26.05: "DefMemPerCPU ignored, since it's mutually
        exclusive with DefMemPerNode".
    """
    for settings in (files.site.settings, *(it.own for it in files.site.partitions)):
        for given in (_given(settings), _given(settings, _LIMITS)):
            for setting in given[1:]:
                message = f"{setting.key} and {given[0].key} exclude each other"
                yield problem(setting.location, message, "keep one of them", seen("the other one", given[0].location))


def _given(settings: Settings, keys: tuple[str, ...] = _DEFAULTS) -> list[Setting]:
    return [found for key in keys if (found := settings.get(key)) and found.value != "0"]


@rule("SLF604", Severity.ERROR, FILES)
def slurm_node_without_memory(files: Files) -> Iterator[Problem]:
    """Memory is scheduled, every job gets some, and a node has none.

    What it does:
        Where SelectTypeParameters names CR_*_Memory and a default of memory is set, tells nodes without RealMemory or
        with less than the default of one node.

    Why:
        Such a node counts as one MiB: no job that gets a default of memory ever runs there.

    Example:
        # slurm.conf
        SelectTypeParameters=CR_Core_Memory
        DefMemPerNode=3200
        NodeName=n1 CPUs=64
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        SelectTypeParameters=CR_Core_Memory
        DefMemPerNode=3200
        NodeName=n1 CPUs=64 RealMemory=500000
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), RealMemory: "The default value is 1".
    """
    default = next(iter(_given(files.site.settings)), None)
    if default is None or not _consumable(files):
        return
    needed = whole("uint64", default.value)
    for node in files.site.nodes:
        memory = whole("uint64", node.value("RealMemory", "1"))
        if needed and memory and memory.value < needed.value:
            setting = node.get("RealMemory")
            message = f"{node.name} has {memory.value} MiB of memory, a job gets {needed.value}"
            place = setting.value_location if setting else node.location
            default_place = seen(f"{default.key} is set here", default.location)
            yield problem(place, message, "set RealMemory to what `slurmd -C` prints, less some", default_place)


@rule("SLF605", Severity.WARNING, FILES)
def slurm_all_of_the_memory(files: Files) -> Iterator[Problem]:
    """RealMemory is a power of two: probably all that is built in.

    What it does:
        Tells RealMemory of 1024, 2048 and so on, unless SlurmctldParameters has node_reg_mem_percent, or files
        `*.hardware` say what nodes have (SLF606).

    Why:
        The operating system sees less than is built in. A node that registers with less than RealMemory is drained:
        "Low RealMemory".

    Example:
        # slurm.conf
        NodeName=n1 CPUs=16 RealMemory=65536
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        NodeName=n1 CPUs=16 RealMemory=63000
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), RealMemory, SlurmctldParameters=node_reg_mem_percent;
        https://github.com/aws/aws-parallelcluster/issues/1517
    """
    if any(word.startswith("node_reg_mem_percent=") for word in files.words("SlurmctldParameters")):
        return
    there = files.hardware.of()
    measured = {it.name_location for it in files.site.nodes if any(host in there for host in it.hosts)}
    for record in files.site.records:
        setting = record.own.get("RealMemory") if record.kind == "NodeName" else None
        memory = whole("uint64", setting.value) if setting else None
        built_in = memory is not None and memory.value >= _A_GIB and memory.value & (memory.value - 1) == 0
        if setting and memory and built_in and record.name_location not in measured:
            message = f"{memory.value} MiB is what is built in, not what a node registers with"
            help_text = "use what `slurmd -C` prints or less, or set SlurmctldParameters=node_reg_mem_percent=95"
            yield problem(setting.value_location, message, help_text)


_A_GIB = 1024
