"""Time limits of partitions."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parameters.numbers import endless, minutes
from tenantry.backends.slurm.parse.site import Record
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF401", Severity.ERROR, FILES)
def slurm_default_above_maximum(files: Files) -> Iterator[Problem]:
    """The default time of a partition is above its maximum.

    What it does:
        Compares DefaultTime with MaxTime, those of DEFAULT lines too.

    Why:
        slurmctld drops DefaultTime in silence: jobs that name no time get MaxTime.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL DefaultTime=2-00:00:00 MaxTime=1-00:00:00

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL DefaultTime=04:00:00 MaxTime=1-00:00:00

    Sources:
        slurm.conf(5), DefaultTime; tried on 22.05, 24.11 and 26.05: accepted, scontrol shows DefaultTime=NONE.
    """
    for partition in files.site.partitions:
        default, most = partition.get("DefaultTime"), partition.get("MaxTime")
        if default is None or most is None:
            continue
        limit, given = minutes(most.value), minutes(default.value)
        if limit is not None and (endless(default.value) or (given is not None and given > limit)):
            message = f"partition '{partition.name}': DefaultTime {default.value} is above MaxTime {most.value}"
            help_text = f"write DefaultTime={most.value} or less"
            yield problem(default.value_location, message, help_text, seen("MaxTime is set here", most.value_location))


@rule("SLF402", Severity.WARNING, FILES)
def slurm_unlimited_without_default(files: Files) -> Iterator[Problem]:
    """A partition sets no end to its jobs and no default time.

    What it does:
        Tells partitions with MaxTime=UNLIMITED and without DefaultTime.

    Why:
        A job that names no time runs for ever, and backfill cannot plan around it.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL MaxTime=UNLIMITED

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL MaxTime=UNLIMITED DefaultTime=04:00:00

    Sources:
        slurm.conf(5), DefaultTime and MaxTime.
    """
    for partition in files.site.partitions:
        most = partition.get("MaxTime")
        if most and endless(most.value) and _open(partition):
            message = f"partition '{partition.name}' has no end for jobs that name no time"
            yield problem(most.value_location, message, "set DefaultTime")


def _open(partition: Record) -> bool:
    default = partition.value("DefaultTime")
    return not default or endless(default)


@rule("SLF403", Severity.WARNING, FILES)
def slurm_backfill_window(files: Files) -> Iterator[Problem]:
    """Backfill looks less far ahead than the longest job may run.

    What it does:
        Compares bf_window of SchedulerParameters, in minutes and 1440 unless set, with the longest MaxTime of the
        partitions.

    Why:
        Jobs longer than the window are started in the order of their priority alone, and hold up others.

    Example:
        # slurm.conf
        SchedulerParameters=bf_window=1440
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL MaxTime=7-00:00:00

    Use instead:
        # slurm.conf
        SchedulerParameters=bf_window=10080
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL MaxTime=7-00:00:00

    Sources:
        slurm.conf(5), bf_window: "A value at least as long as the highest allowed time limit is generally advisable".
    """
    if files.value("SchedulerType", "sched/backfill").lower().removeprefix("sched/") != "backfill":
        return
    limits = [(minutes(at.value) or 0, at) for it in files.site.partitions if (at := it.get("MaxTime"))]
    longest, where = max(limits, key=lambda it: it[0], default=(0, None))
    given = [it.split("=", 1)[1] for it in files.words("SchedulerParameters") if it.startswith("bf_window=")]
    window = int(given[-1]) if given and given[-1].isdigit() else _A_DAY
    if where and (given or files.whole) and window < min(longest, _MOST):
        said = f"bf_window is {window} minutes" if given else f"bf_window is not set, which means {window} minutes"
        place = files.place("SchedulerParameters") if given else where.value_location
        related = seen("the longest MaxTime is set here", where.value_location)
        message, help_text = f"{said}; the longest MaxTime is {longest}", f"write bf_window={min(longest, _MOST)}"
        yield problem(place, message, f"{help_text} in SchedulerParameters", related)


_A_DAY = 1440
_MOST = 43200
