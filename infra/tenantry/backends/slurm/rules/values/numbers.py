"""Numbers and switches that the parser refuses, or reads as another number than a reader does."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parameters import numbers
from tenantry.backends.slurm.parameters.occurrences import occurrences
from tenantry.backends.slurm.parse.values import Number
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF201", Severity.ERROR, FILES)
def slurm_wrong_value(files: Files) -> Iterator[Problem]:
    """A value is not of the kind that its key takes.

    What it does:
        Reads every number and every YES or NO as Slurm's parser does: whole numbers within 16, 32 or 64 bits, none
        below zero, UNLIMITED, and no unit but K. Memory is in MiB, without a unit.

    Why:
        One such value makes every daemon refuse the whole file.

    Example:
        # slurm.conf
        NodeName=n1 CPUs=8 RealMemory=512G
        NodeName=n2 CPUs=8 RealMemory=-1
        PartitionName=batch Nodes=ALL PriorityTier=70000 Default=MAYBE

    Use instead:
        # slurm.conf
        NodeName=n1 CPUs=8 RealMemory=524000
        NodeName=n2 CPUs=8 RealMemory=524000
        PartitionName=batch Nodes=ALL PriorityTier=10 Default=YES

    Sources:
        src/common/parse_value.c; tried on 22.05, 24.11 and 26.05: "is not a valid number".
    """
    for occurrence in occurrences(files.site):
        setting, it = occurrence.setting, occurrence.parameter
        if it and it.known(files.release) and (wrong := numbers.wrong_value(it.type, setting.value)):
            yield problem(setting.value_location, f"{it.key}: {wrong.message}", wrong.hint)


@rule("SLF202", Severity.WARNING, FILES)
def slurm_odd_number(files: Files) -> Iterator[Problem]:
    """A number is read as another one than it looks like.

    What it does:
        Tells numbers with a leading 0, which are octal, hexadecimal ones, and memory and counts with a K, which
        multiplies by 1024 whatever the key's unit is.

    Why:
        RealMemory=500K is 512,000 MiB, 0777 is 511, and nobody is told. A lone 0 is fine.

    Example:
        # slurm.conf
        NodeName=n1 CPUs=8 RealMemory=0777
        NodeName=n2 CPUs=8 RealMemory=500K
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        NodeName=n1 CPUs=8 RealMemory=511
        NodeName=n2 CPUs=8 RealMemory=512000
        PartitionName=batch Nodes=ALL

    Sources:
        src/common/parse_value.c, strtoull with base 0; tried on 22.05, 24.11 and 26.05.
    """
    for occurrence in occurrences(files.site):
        setting, it = occurrence.setting, occurrence.parameter
        found = numbers.whole(it.type, setting.value) if it else None
        if it and found and found.surprising:
            message = f"{it.key}={setting.value} is {_why(found)}: Slurm takes {found.value}"
            yield problem(setting.value_location, message, f"write {it.key}={found.value}, if that is what is meant")


def _why(found: Number) -> str:
    if found.thousands:
        return "multiplied by 1024 for its K"
    return "hexadecimal" if found.hexadecimal else "octal for its leading 0"
