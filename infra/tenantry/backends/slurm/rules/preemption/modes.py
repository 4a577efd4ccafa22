"""Preemption settings that Slurm refuses, or that cannot preempt."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_ACTIONS = frozenset({"cancel", "requeue", "suspend", "on"})


def _plugin(files: Files) -> str:
    return files.value("PreemptType", "preempt/none").lower().removeprefix("preempt/")


@rule("SLF701", Severity.ERROR, FILES)
def slurm_preemption_contradicts(files: Files) -> Iterator[Problem]:
    """PreemptType and PreemptMode contradict each other.

    What it does:
        Compares the two: preempt/qos and preempt/partition_prio need CANCEL, REQUEUE or SUSPEND; without preemption
        only OFF and GANG may stand; SUSPEND needs GANG beside it; CANCEL, REQUEUE and SUSPEND exclude each other.

    Why:
        Every daemon refuses the file.

    Example:
        # slurm.conf
        PreemptType=preempt/qos
        PreemptMode=OFF
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        PreemptType=preempt/qos
        PreemptMode=REQUEUE
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), PreemptMode; src/common/read_config.c; tried on 22.05, 24.11 and 26.05: "PreemptType and
        PreemptMode values incompatible", "PreemptMode=SUSPEND requires GANG too".
    """
    if not files.whole:
        return
    plugin, modes = _plugin(files), set(files.words("PreemptMode")) or {"off"}
    actions = modes & _ACTIONS
    place = files.place("PreemptMode" if "PreemptMode" in files.site.settings else "PreemptType")
    if len(actions) + ("off" in modes) > 1 or {"gang", "within"} <= modes or {"gang", "priority"} <= modes:
        yield problem(place, "two words of PreemptMode exclude each other", "keep one of them")
    elif actions & {"suspend", "on"} and "gang" not in modes:
        yield problem(place, "SUSPEND needs GANG beside it", "write PreemptMode=SUSPEND,GANG")
    elif plugin in {"none", ""} and modes - {"off", "gang"}:
        message = f"without a PreemptType, PreemptMode cannot be {files.value('PreemptMode')}"
        yield problem(place, message, "set PreemptType=preempt/qos or preempt/partition_prio, or leave PreemptMode out")
    elif plugin in {"qos", "partition_prio"} and not actions:
        message = f"PreemptType is preempt/{plugin}, but PreemptMode says what to do with no job"
        yield problem(place, message, "write PreemptMode=REQUEUE or CANCEL")


@rule("SLF702", Severity.WARNING, FILES)
def slurm_nothing_to_preempt(files: Files) -> Iterator[Problem]:
    """Partitions preempt by their tier, and all have the same one.

    What it does:
        Under preempt/partition_prio, compares PriorityTier of all partitions where there are several.

    Why:
        A partition preempts those with a lower PriorityTier on the same nodes. With one tier, none does.

    Example:
        # slurm.conf
        PreemptType=preempt/partition_prio
        PreemptMode=REQUEUE
        NodeName=n1 CPUs=8
        PartitionName=high Nodes=ALL PriorityTier=1
        PartitionName=low Nodes=ALL PriorityTier=1

    Use instead:
        # slurm.conf
        PreemptType=preempt/partition_prio
        PreemptMode=REQUEUE
        NodeName=n1 CPUs=8
        PartitionName=high Nodes=ALL PriorityTier=10
        PartitionName=low Nodes=ALL PriorityTier=1

    Sources:
        slurm.conf(5), PriorityTier, PreemptType.
    """
    tiers = {it.value("PriorityTier") or it.value("Priority", "1") for it in files.site.partitions}
    if _plugin(files) == "partition_prio" and len(tiers) == 1 and files.site.partitions:
        message = f"every partition has PriorityTier {next(iter(tiers))}, so none preempts another"
        place = files.place("PreemptType")
        related = seen("the first partition", files.site.partitions[0].location)
        yield problem(place, message, "give those that shall preempt a higher PriorityTier", related)


@rule("SLF703", Severity.WARNING, FILES)
def slurm_suspend_keeps_gpus(files: Files) -> Iterator[Problem]:
    """Preempted jobs are suspended on nodes with GPUs.

    What it does:
        Tells PreemptMode=SUSPEND where nodes have GPUs.

    Why:
        A suspended job keeps its GPUs: whoever preempts it waits for them all the same.

    Example:
        # slurm.conf
        GresTypes=gpu
        PreemptType=preempt/qos
        PreemptMode=SUSPEND,GANG
        NodeName=n1 CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        GresTypes=gpu
        PreemptType=preempt/qos
        PreemptMode=REQUEUE
        NodeName=n1 CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), PreemptMode, SUSPEND; gres.html.
    """
    if {"suspend", "on"} & set(files.words("PreemptMode")) and any(files.gpu_nodes()):
        yield problem(files.place("PreemptMode"), "a suspended job keeps its GPUs", "write REQUEUE or CANCEL")
