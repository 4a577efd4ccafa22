"""Nodes that have less than slurm.conf says."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parameters.numbers import whole
from tenantry.backends.slurm.parse.site import HostsRecord, Record, Setting
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_PERCENT = "node_reg_mem_percent="


@rule("SLF606", Severity.ERROR, FILES)
def slurm_more_than_the_node_has(files: Files) -> Iterator[Problem]:
    """A node has less memory or fewer CPUs than slurm.conf says.

    What it does:
        Compares RealMemory and CPUs of NodeName lines with what `slurmd -C` printed on the nodes, where that stands in
        files `*.hardware` beside slurm.conf. Memory may be as much less as SlurmctldParameters=node_reg_mem_percent
        says. With SlurmdParameters=config_overrides nothing is compared.

    Why:
        A node that registers with less is drained: "Low RealMemory", "Low socket*core*thread count".

    Example:
        # slurm.conf
        NodeName=n[1-2] CPUs=16 RealMemory=64000
        PartitionName=batch Nodes=ALL
        # rack.hardware
        NodeName=n1 CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=64215
        UpTime=12-03:04:05
        NodeName=n2 CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=63622
        UpTime=12-03:04:06

    Use instead:
        # slurm.conf
        NodeName=n[1-2] CPUs=16 RealMemory=63000
        PartitionName=batch Nodes=ALL
        # rack.hardware
        NodeName=n1 CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=64215
        UpTime=12-03:04:05
        NodeName=n2 CPUs=16 Boards=1 SocketsPerBoard=1 CoresPerSocket=16 ThreadsPerCore=1 RealMemory=63622
        UpTime=12-03:04:06

    Sources:
        slurm.conf(5), RealMemory, SlurmctldParameters=node_reg_mem_percent; tried on 22.05, 24.11 and 26.05: "Low
        RealMemory (reported:24105 < 100.00% of configured:48210)", State=DRAIN+INVALID_REG.
    """
    if "config_overrides" in files.words("SlurmdParameters"):
        return
    there = files.hardware.of()
    for node in files.site.nodes:
        measured = [there[host] for host in node.hosts if host in there]
        for key in ("RealMemory", "CPUs"):
            setting, least = node.get(key), min(filter(None, (_number(it, key) for it in measured)), default=None)
            said = _number(node, key)
            if setting and said and least and least * 100 < said * (_percent(files) if key == "RealMemory" else 100):
                yield _less(node, setting, least, [it for it in measured if _number(it, key) == least])


def _less(node: HostsRecord, setting: Setting, least: int, measured: list[HostsRecord]) -> Problem:
    unit = " MiB" if setting.key.lower() == "realmemory" else ""
    message = f"{measured[0].hosts} has {least}{unit}, less than {setting.value}: it will be drained"
    place = seen("what the node has", measured[0].location)
    return problem(setting.value_location, message, f"write {setting.key}={least} or less", place)


def _number(record: Record, key: str) -> int | None:
    """A count of a NodeName line; None where it has none that can be read."""
    setting = record.get(key)
    found = whole("uint64", setting.value) if setting else None
    return found.value if found else None


def _percent(files: Files) -> float:
    """Of RealMemory that a node has to register with."""
    stated = [it.removeprefix(_PERCENT) for it in files.words("SlurmctldParameters") if it.startswith(_PERCENT)]
    try:
        return float(stated[-1]) if stated else 100
    except ValueError:
        return 100
