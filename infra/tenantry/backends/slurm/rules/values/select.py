"""Words of SelectTypeParameters that do not go together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_UNITS: Final = ("CR_CPU", "CR_CORE", "CR_SOCKET")
_COUNTED: Final = frozenset({*_UNITS, *(f"{it}_MEMORY" for it in _UNITS), "CR_MEMORY"})


@rule("SLF206", Severity.ERROR, FILES)
def slurm_select_parameters(files: Files) -> Iterator[Problem]:
    """SelectTypeParameters does not say exactly one thing that jobs get.

    What it does:
        Counts the words of CR_CPU, CR_Core, CR_Socket, each also with _Memory, and CR_Memory. select/cons_tres needs
        one of the first six, select/linear takes none of them.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core,CR_Memory
        NodeName=n1 CPUs=8 RealMemory=58000
        PartitionName=batch Nodes=ALL DefMemPerCPU=4000

    Use instead:
        # slurm.conf
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core_Memory
        NodeName=n1 CPUs=8 RealMemory=58000
        PartitionName=batch Nodes=ALL DefMemPerCPU=4000

    Sources:
        slurm.conf(5), SelectTypeParameters; tried on 22.05, 24.11 and 26.05: "Bad SelectTypeParameter", "You need at
        least CR_(CPU|CORE|SOCKET)*".
    """
    setting = files.site.settings.get("SelectTypeParameters")
    if setting is None or not setting.value:
        return
    counted = [word for word in setting.value.split(",") if word.upper() in _COUNTED]
    units = [word for word in counted if word.upper() != "CR_MEMORY"]
    plugin = files.value("SelectType").lower().removeprefix("select/")
    if len(counted) > 1:
        message = f"{counted[0]} and {counted[1]} exclude each other"
        yield problem(setting.value_location, message, "keep one; CR_Core_Memory counts cores and memory")
    elif plugin.startswith("cons_") and not units:
        yield problem(setting.value_location, f"select/{plugin} is not told what jobs get", "add CR_Core_Memory")
    elif plugin == "linear" and units:
        message = f"select/linear hands out whole nodes, so {units[0]} is refused"
        yield problem(setting.value_location, message, "write CR_Memory, or leave it out")
