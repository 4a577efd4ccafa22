"""Times that Slurm refuses, or reads as something shorter than it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.backends.slurm.parameters.numbers import time
from tenantry.backends.slurm.parameters.occurrences import occurrences
from tenantry.backends.slurm.parse.site import Setting
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.duration import Duration
from tenantry.model.problem import shown

_KEYS = frozenset({
    "maxtime", "defaulttime", "prioritydecayhalflife", "prioritymaxage", "prioritycalcperiod", "preemptexempttime",
})  # fmt: skip
_MINUTES_SECONDS = re.compile(r"[0-9]+:[0-9]+")


def _times(files: Files) -> Iterator[Setting]:
    for occurrence in occurrences(files.site):
        if occurrence.parameter and occurrence.setting.key.lower() in _KEYS:
            yield occurrence.setting


@rule("SLF203", Severity.ERROR, FILES)
def slurm_bad_time(files: Files) -> Iterator[Problem]:
    """A time cannot be read.

    What it does:
        Reads MaxTime, DefaultTime and the times of the priority and preemption plugins as Slurm does: minutes,
        minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes, days-hours:minutes:seconds, UNLIMITED.

    Why:
        Slurm has no units of time such as h or d: every daemon refuses the whole file.

    Example:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL DefaultTime=1:00:00 MaxTime=2days

    Use instead:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL DefaultTime=1:00:00 MaxTime=1-00:00:00

    Sources:
        slurm.conf(5), MaxTime; src/common/parse_time.c; tried on 22.05, 24.11 and 26.05: 'Bad value "2h" for MaxTime'.
    """
    for setting in _times(files):
        if time(setting.value) is None:
            message = f"{shown(setting.value)} is not a time"
            yield problem(setting.value_location, message, "write days-hours:minutes:seconds, such as 2-00:00:00")


@rule("SLF204", Severity.WARNING, FILES)
def slurm_minutes_and_seconds(files: Files) -> Iterator[Problem]:
    """A time of two parts is minutes and seconds, though hours were probably meant.

    What it does:
        Tells the times of a partition that have two parts, such as 24:00.

    Why:
        Slurm reads 24:00 as 24 minutes. Limits count in whole minutes, so nobody has a use for seconds in them.

    Example:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL MaxTime=24:00

    Use instead:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL MaxTime=1-00:00:00

    Sources:
        slurm.conf(5), MaxTime; src/common/parse_time.c; tried on 22.05, 24.11 and 26.05.
    """
    for setting in _times(files):
        if _MINUTES_SECONDS.fullmatch(setting.value):
            first, second = map(int, setting.value.split(":"))
            read, meant = Duration(first * 60 + second), Duration(first * 3600 + second * 60)
            message = f"{setting.key}={setting.value} is {first} minutes and {second} seconds"
            help_text = f"write {meant.slurm()} for hours and minutes, or {read.slurm()}"
            yield problem(setting.value_location, message, help_text)
