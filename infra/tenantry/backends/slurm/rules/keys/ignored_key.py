"""Keys that do nothing any more."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parameters.occurrences import occurrences
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF103", Severity.WARNING, FILES)
def slurm_key_does_nothing(files: Files) -> Iterator[Problem]:
    """A key does nothing in this release of Slurm.

    What it does:
        Tells keys that the release's parser still reads, only to say that they are defunct or obsolete.

    Why:
        What was set with it is not in force; a later release will end on it.

    Example:
        # slurm.conf
        FastSchedule=1
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        src/common/read_config.c and cgroup.c of each release, _defunct_option; tried on 22.05, 24.11 and 26.05: "The
        option ... is defunct, please remove it".
    """
    for occurrence in occurrences(files.site):
        setting, it = occurrence.setting, occurrence.parameter
        if it and it.known(files.release) and it.is_ignored(files.release, setting.value):
            yield problem(setting.location, f"{it.key} does nothing in Slurm {files.release}", "leave it out")
