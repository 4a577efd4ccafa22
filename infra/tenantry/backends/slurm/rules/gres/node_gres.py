"""Gres on node lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.backends.slurm.gres import GPU, promised
from tenantry.backends.slurm.parse.site import HostsRecord
from tenantry.backends.slurm.parse.values import gres
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.problem import ValueProblem

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_NOTHING = "none"
"""What people write for no devices. Slurm takes it for a name, which changes nothing where no name counts."""


@rule("SLF501", Severity.ERROR, FILES)
def slurm_gres_without_types(files: Files) -> Iterator[Problem]:
    """A node has devices that GresTypes does not name.

    What it does:
        Compares the names in Gres of every node line with GresTypes, in upper and lower case as written.

    Why:
        Slurm passes over such devices: without GresTypes in silence, otherwise with an error line. No job gets a GPU,
        or every job sees all of them.

    Example:
        # slurm.conf
        NodeName=n[1-2] CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        GresTypes=gpu
        NodeName=n[1-2] CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), GresTypes; tried on 22.05, 24.11 and 26.05: without GresTypes silence, else "Invalid GRES
        configured on node".
    """
    types = [it for it in files.value("GresTypes").split(",") if it.strip()]
    if not types and (files.is_part or not files.whole):
        return
    told: set[object] = set()
    for node in files.site.nodes:
        setting = node.get("Gres")
        if setting is None or setting.value_location in told:
            continue
        told.add(setting.value_location)
        for name in dict.fromkeys(item.split(":")[0] for item in setting.value.split(",") if item.strip()):
            if name not in types and _NAME.fullmatch(name) and (types or name.lower() != _NOTHING):
                right = next((it for it in types if it.strip().lower() == name.lower()), None)
                message = (
                    f"'{name}' is not in GresTypes" if types else f"there is no GresTypes, so '{name}' is not counted"
                )
                help_text = f"write {right}: these names know upper and lower case" if right else ""
                if right and right.strip() == name:
                    help_text = "leave the spaces in GresTypes out"
                wanted = ",".join(dict.fromkeys([*types, name]))
                yield problem(setting.value_location, message, help_text or f"write GresTypes={wanted}")


@rule("SLF502", Severity.ERROR, FILES)
def slurm_bad_gres(files: Files) -> Iterator[Problem]:
    """Gres of a node is not name:count or name:type:count.

    What it does:
        Reads Gres of every node line, and of DEFAULT lines.

    Why:
        Slurm makes something else of it or drops it, with an error line at most: gpu:4:a100 is one GPU of the type
        4:a100.

    Example:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:4:a100
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:4
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), Gres; tried on 22.05, 24.11 and 26.05: "Bad GRES configuration".
    """
    for record in files.site.records:
        setting = record.own.get("Gres") if record.kind == "NodeName" else None
        if setting:
            try:
                gres(setting.value)
            except ValueProblem as wrong:
                yield problem(setting.value_location, wrong.message, wrong.hint)


@rule("SLF503", Severity.ERROR, FILES)
def slurm_gres_half_typed(files: Files) -> Iterator[Problem]:
    """A node has GPUs with a type and GPUs without one.

    What it does:
        Tells Gres that gives a name both with a type and without.

    Why:
        slurmd ends on it.

    Example:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:2,gpu:2
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:2,gpu:l40s:2
        PartitionName=batch Nodes=ALL

    Sources:
        src/interfaces/gres.c; tried with slurmd on 22.05, 24.11 and 26.05.
    """
    for node in files.site.nodes:
        found = promised(node)
        names = dict.fromkeys(it.name for it in found[1]) if found else {}
        for name in names:
            typed = {it.type is not None for it in found[1] if it.name == name} if found else set()
            if found and len(typed) > 1:
                message = f"{node.name} has '{name}' with a type and without"
                yield problem(found[0].value_location, message, "give each of them its type")


@rule("SLF504", Severity.WARNING, FILES)
def slurm_many_gpus(files: Files) -> Iterator[Problem]:
    """A node has more GPUs than fit into one.

    What it does:
        Tells a count of GPUs with a unit, such as 4K, or above 1024.

    Why:
        K multiplies by 1024. Slurm takes it in silence and holds the node for broken once it registers.

    Example:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:4K
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:4
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), Gres; gres.conf(5), Count: at most 1024 files a node.
    """
    for node in files.site.nodes:
        found = promised(node)
        for it in found[1] if found else ():
            if found and it.name == GPU and (it.suffix or it.count > _MOST):
                yield problem(found[0].value_location, f"{_line(node)} has {it.count} GPUs", "write the number alone")


_MOST = 1024


def _line(node: HostsRecord) -> str:
    return f"each of {node.name}" if len(node.hosts) > 1 else node.name
