"""GPUs that several jobs share: shard and mps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.slurm.gres import GPU, delivered, name_of, promised, speak_of_one_node
from tenantry.backends.slurm.parameters.numbers import whole
from tenantry.backends.slurm.parse.site import GresRecord, HostsRecord
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

SHARED: Final = ("shard", "mps")


@rule("SLF513", Severity.ERROR, FILES)
def slurm_shares_missing(files: Files) -> Iterator[Problem]:
    """slurm.conf promises more shares of a node's GPUs than gres.conf delivers.

    What it does:
        Adds the Count of the lines of gres.conf about shard or mps for each node and compares it with the node's Gres.
        Nodes that no such line is about are left out. Tells shares of a node that has no GPU, and of GresTypes without
        gpu.

    Why:
        slurmd ends on it: the shares of a node are parts of its GPUs, as many as slurm.conf says.

    Example:
        # slurm.conf
        GresTypes=gpu,shard
        NodeName=n1 CPUs=8 Gres=gpu:4,shard:16
        PartitionName=batch Nodes=ALL
        # gres.conf
        Name=gpu File=/dev/nvidia[0-3]
        Name=shard Count=8

    Use instead:
        # slurm.conf
        GresTypes=gpu,shard
        NodeName=n1 CPUs=8 Gres=gpu:4,shard:16
        PartitionName=batch Nodes=ALL
        # gres.conf
        Name=gpu File=/dev/nvidia[0-3]
        Name=shard Count=16

    Sources:
        gres.conf(5), "MPS Management"; tried with slurmd on 22.05, 24.11 and 26.05: "bad configuration, multiple
        configurations without "File"", "SHARED specified without any SHARING found", "requires that gres/gpu also be
        configured".
    """
    types = files.words("GresTypes")
    if types and GPU not in types and (shared := [it for it in types if it in SHARED]):
        yield problem(files.place("GresTypes"), f"{shared[0]} is a part of a GPU", "add gpu to GresTypes")
        return
    for node in files.site.nodes:
        setting, found = promised(node) or (None, ())
        for name in SHARED if setting else ():
            wanted = sum(it.count for it in found if it.name == name)
            if setting and wanted and not any(it.name == GPU for it in found):
                yield problem(setting.value_location, f"{node.name} has {name} and no GPU", "add its GPUs to Gres")
            elif setting and wanted and (lines := _short(files, node, name, wanted)):
                message = f"{node.name} has {wanted} {name} here and {_counted(lines)} in gres.conf"
                places = [seen("a line of gres.conf about it", it.location) for it in lines[:4]]
                yield problem(setting.value_location, message, f"write Count={wanted} in gres.conf", *places)


@rule("SLF516", Severity.ERROR, FILES)
def slurm_shares_of_no_gpu(files: Files) -> Iterator[Problem]:
    """A line of gres.conf gives shares of a device that is no GPU of its nodes.

    What it does:
        Looks up every File of lines about shard or mps among those of the lines about GPUs of the same nodes. Says
        nothing where AutoDetect finds the GPUs.

    Why:
        slurmd drops the line, and slurmctld drains the node: it has fewer shares than slurm.conf says.

    Example:
        # slurm.conf
        GresTypes=gpu,shard
        NodeName=n1 CPUs=8 Gres=gpu:2,shard:8
        PartitionName=batch Nodes=ALL
        # gres.conf
        Name=gpu File=/dev/nvidia[0-1]
        Name=shard Count=8 File=/dev/nvidia[2-3]

    Use instead:
        # slurm.conf
        GresTypes=gpu,shard
        NodeName=n1 CPUs=8 Gres=gpu:2,shard:8
        PartitionName=batch Nodes=ALL
        # gres.conf
        Name=gpu File=/dev/nvidia[0-1]
        Name=shard Count=8 File=/dev/nvidia[0-1]

    Sources:
        gres.conf(5), "Sharding"; tried with slurmd on 22.05, 24.11 and 26.05: "Discarding gres/'shared' configuration
        without matching gres/'sharing' record".
    """
    gpus = [delivered(it) for it in files.site.gres if name_of(it) == GPU]
    for record in files.site.gres if gpus and not _detected(files) else ():
        line = delivered(record)
        own = {file for it in gpus if speak_of_one_node(it.record, record) for file in it.files}
        lost = [file for file in line.files if file not in own]
        setting = record.get("File") or record.get("Files")
        if name_of(record) in SHARED and setting and lost:
            message = f"{lost[0]} is no GPU of these nodes, so it has no {name_of(record)}"
            yield problem(setting.value_location, message, "name files of lines with Name=gpu")


def _detected(files: Files) -> bool:
    settings = files.site.gres_settings
    said = [it.own.get("AutoDetect") for it in files.site.gres]
    said += [settings.get("AutoDetect")] if settings else []
    return any(it is not None and it.value.lower() != "off" for it in said)


def _short(files: Files, node: HostsRecord, name: str, wanted: int) -> list[GresRecord]:
    """The lines about a share of some host of a node line, where they are too few; empty where they are enough."""
    named = [it for it in files.site.gres if name_of(it) == name]
    for host in node.hosts if named else ():
        lines = [it for it in named if it.hosts is None or host in it.hosts]
        if lines and _counted(lines) < wanted:
            return lines
    return []


def _counted(lines: list[GresRecord]) -> int:
    counts = [whole("uint64", it.value("Count", "1")) for it in lines]
    return sum(it.value for it in counts if it)
