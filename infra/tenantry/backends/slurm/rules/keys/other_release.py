"""Keys of another release."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parameters.occurrences import occurrences
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF102", Severity.ERROR, FILES)
def slurm_key_of_another_release(files: Files) -> Iterator[Problem]:
    """A key is one that this release of Slurm does not have: removed before it, or added after it.

    What it does:
        Compares each key with the releases that know it, by a table made from every release's own parser.

    Why:
        The daemons end on a key they do not know, and on some that they know only to say that it was removed: the
        usual way in which an upgrade fails.

    Example:
        # slurm.conf
        CacheGroups=1
        SallocDefaultCommand="srun --pty bash"
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        LaunchParameters=use_interactive_step
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        src/common/read_config.c of each release from 14.11 to 26.05; RELEASE_NOTES; tried on 22.05, 24.11 and 26.05.
    """
    for occurrence in occurrences(files.site):
        setting, it = occurrence.setting, occurrence.parameter
        if it is None:
            continue
        instead = f"use {it.instead}, and leave {it.key} out" if it.instead else "leave it out"
        if it.since > files.release:
            message = f"Slurm {files.release} has no {it.key} yet"
            yield problem(setting.location, message, f"it came with {it.since}: leave it out until then")
        elif not it.known(files.release):
            message = f"Slurm {files.release} has no {it.key} any more"
            yield problem(setting.location, message, f"{it.last} was the last release with it: {instead}")
        elif it.is_refused(files.release, setting.value):
            yield problem(setting.location, f"{it.key} was removed: Slurm {files.release} ends on it", instead)
