"""GPUs of slurm.conf against the devices of gres.conf."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.gres import Kind, kinds
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity


@rule("SLF505", Severity.ERROR, FILES)
def slurm_gpus_missing(files: Files) -> Iterator[Problem]:
    """slurm.conf promises more GPUs of a node than gres.conf delivers.

    What it does:
        Counts the device files that the lines of gres.conf name for each node and compares them, type by type, with
        the node's Gres. Nodes whose GPUs are found by AutoDetect are left out, and all of them where no gres.conf lies
        beside.

    Why:
        The node registers with fewer GPUs than configured, and no job is placed on it: it is drained as invalid. A
        line without File counts for none, as Slurm passes over a GPU that has no file; so does one without Type, where
        slurm.conf names a type.

    Example:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:8
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-3]

    Use instead:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:8
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-7]

    Sources:
        gres.conf(5), File; tried on 22.05, 24.11 and 26.05: "gres/gpu count reported lower than configured (4 < 8)".
    """
    for kind in kinds(files.site):
        for name, wanted, found in _counted(kind):
            if found < wanted:
                what = f"{name} GPUs" if name else "GPUs"
                message = f"{kind.hosts} has {wanted} {what} here and {found} in gres.conf"
                yield problem(kind.setting.value_location, message, _missing_help(kind, name), *_lines(kind))


def _missing_help(kind: Kind, name: str) -> str:
    others = sorted({it.type for it in kind.lines if it.type} - {it.type or "" for it in kind.gpus})
    if name and others:
        return f"gres.conf has the type {listed(others)}: write the same in both"
    if name and any(it.devices and not it.type for it in kind.lines):
        return f"write Type={name} in gres.conf, too"
    if kind.lines and not any(it.devices for it in kind.lines):
        return "name the device files with File=, or set AutoDetect"
    return "name every device file in gres.conf, or set AutoDetect"


@rule("SLF506", Severity.WARNING, FILES)
def slurm_gpus_idle(files: Files) -> Iterator[Problem]:
    """gres.conf delivers more GPUs of a node than slurm.conf counts.

    What it does:
        Counts the device files that the lines of gres.conf name for each node and compares them, type by type, with
        the node's Gres.

    Why:
        The node works, and the others lie idle: slurmd says "Ignoring extra GRES" and goes on.

    Example:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:2
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-3]

    Use instead:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:4
        PartitionName=batch Nodes=ALL
        # gres.conf
        NodeName=n1 Name=gpu Type=a100 File=/dev/nvidia[0-3]

    Sources:
        Tried on 22.05, 24.11 and 26.05: "has 2 more configured than expected in slurm.conf. Ignoring extra GRES".
    """
    for kind in kinds(files.site):
        counted = list(_counted(kind))
        if any(found < wanted for _, wanted, found in counted):
            continue
        for name, wanted, found in counted:
            if found > wanted:
                what = f"{name} GPUs" if name else "GPUs"
                message = f"{kind.hosts} has {found} {what} in gres.conf, of which {found - wanted} lie idle"
                help_text = f"write {found} here, or name fewer devices in gres.conf"
                yield problem(kind.setting.value_location, message, help_text, *_lines(kind))


def _counted(kind: Kind) -> Iterator[tuple[str, int, int]]:
    """Type (empty for any), GPUs of slurm.conf, devices of gres.conf. One without a type is none of a type."""
    if any(it.type is None for it in kind.gpus):
        yield "", sum(it.count for it in kind.gpus), sum(it.devices for it in kind.lines)
        return
    for name in dict.fromkeys(it.type for it in kind.gpus):
        wanted = sum(it.count for it in kind.gpus if it.type == name)
        yield str(name), wanted, sum(it.devices for it in kind.lines if it.type == name)


def _lines(kind: Kind) -> list[Related]:
    return [seen("a line of gres.conf about it", it.record.location) for it in kind.lines[:4]]
