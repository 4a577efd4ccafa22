"""Resources that weights, limits and the database name."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parse.values import weights
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.backends.slurm.tracked import is_type, tracked
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.problem import ValueProblem


@rule("SLF801", Severity.ERROR, FILES)
def slurm_weight_of_unknown_tres(files: Files) -> Iterator[Problem]:
    """A weight is for a resource that Slurm does not track.

    What it does:
        Reads PriorityWeightTRES, and TRESBillingWeights of every partition, and looks up each resource in
        AccountingStorageTRES. Typed GPUs have to be listed one by one.

    Why:
        slurmctld ends on a weight of a resource that is not tracked, and on one it cannot read.

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageTRES=gres/gpu
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL TRESBillingWeights="CPU=1.0,Mem=0.25G,GRES/gpuu=2"

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageTRES=gres/gpu
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL TRESBillingWeights="CPU=1.0,Mem=0.25G,GRES/gpu=2"

    Sources:
        slurm.conf(5), TRESBillingWeights; tried on 22.05, 24.11 and 26.05: "TRES weight ... is not a configured TRES
        type".
    """
    records = [it.own.get("TRESBillingWeights") for it in files.site.records if it.kind == "PartitionName"]
    for setting in (files.site.settings.get("PriorityWeightTRES"), *records):
        if setting is None:
            continue
        try:
            named = weights(setting.value)
        except ValueProblem as wrong:
            yield problem(setting.value_location, wrong.message, wrong.hint)
            continue
        for name in named:
            if name not in tracked(files) and files.whole:
                message = f"'{name}' is not tracked, so it can have no weight"
                yield problem(setting.value_location, message, _weight_help(files, name))


def _weight_help(files: Files, name: str) -> str:
    if not is_type(name):
        return "use cpu, mem, node, gres/<name> or license/<name>"
    listed = files.value("AccountingStorageTRES")
    return f"correct its name, or write AccountingStorageTRES={f'{listed},{name}' if listed else name}"


@rule("SLF802", Severity.ERROR, FILES)
def slurm_unknown_tres(files: Files) -> Iterator[Problem]:
    """AccountingStorageTRES names something that is no resource.

    What it does:
        Compares the names with the kinds of resources there are: cpu, mem, node, energy, billing, pages, vmem, and
        fs/, gres/, license/, bb/ and ic/ with a name behind.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageTRES=gpu
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageTRES=gres/gpu
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), AccountingStorageTRES; tried on 22.05, 24.11 and 26.05: "fatal: _init_tres: Unknown tres type".
    """
    for written in filter(None, files.value("AccountingStorageTRES").lower().split(",")):
        name = written.strip()
        if name != written and is_type(name):
            yield problem(
                files.place("AccountingStorageTRES"), f"a space stands beside '{name}'", "leave the space out"
            )
        elif not is_type(name):
            help_text = f"write gres/{name}" if name in _gres(files) | {"gpu"} else "use gres/<name> or license/<name>"
            yield problem(files.place("AccountingStorageTRES"), f"'{name}' is no resource", help_text)


@rule("SLF803", Severity.WARNING, FILES)
def slurm_tres_without_gres(files: Files) -> Iterator[Problem]:
    """AccountingStorageTRES names devices that there are none of.

    What it does:
        Looks up the names behind gres/ in GresTypes, and the types behind them on the nodes.

    Why:
        slurmctld creates the resource in the database in silence, for ever; a limit on it binds nothing.

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageTRES=gres/gpu,gres/gpu:h100
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageTRES=gres/gpu,gres/gpu:a100
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:a100:8
        PartitionName=batch Nodes=ALL

    Sources:
        Tried on 22.05, 24.11 and 26.05: accepted without a word.
    """
    there = _gres(files)
    if not there or not files.whole:
        return
    for name in files.words("AccountingStorageTRES"):
        device = name.removeprefix("gres/")
        if device != name and device not in there | {"gpumem", "gpuutil"}:
            yield problem(files.place("AccountingStorageTRES"), f"no node has {device}", "correct its name")


def _gres(files: Files) -> set[str]:
    """Names and ``name:type`` of what the nodes have, and the names in GresTypes, in lower case."""
    found = set(files.words("GresTypes"))
    for node in files.site.nodes:
        for item in node.value("Gres").lower().split(","):
            parts = item.split("(")[0].split(":")
            found |= {parts[0], ":".join(parts[:2])}
    return found - {""}


@rule("SLF804", Severity.WARNING, FILES)
def slurm_gpus_nottracked(files: Files) -> Iterator[Problem]:
    """Nodes have GPUs, and the database does not count them.

    What it does:
        Where slurmdbd is used and nodes have GPUs, looks for gres/gpu in AccountingStorageTRES.

    Why:
        GPU limits cannot even be stored, and use of GPUs is not accounted.

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageTRES=gres/gpu
        GresTypes=gpu
        NodeName=n1 CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), AccountingStorageTRES; sacctmgr: "no TRES known by type gres/gpu".
    """
    limited = files.database is not None and any("gres/gpu" in it.value.lower() for it in files.database.limits())
    node = next(files.gpu_nodes(), None)
    if node and files.database_used and files.whole and not limited and "gres/gpu" not in tracked(files):
        message = "GPUs are not tracked, so no limit on them can be stored"
        key = "AccountingStorageTRES" if "AccountingStorageTRES" in files.site.settings else "AccountingStorageType"
        help_text = "write gres/gpu, and gres/gpu:<type> for each, in AccountingStorageTRES"
        yield problem(files.place(key), message, help_text, seen("a node with GPUs", node[1].location))
