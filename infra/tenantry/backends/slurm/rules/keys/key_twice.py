"""Settings that stand twice."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parameters.table import CGROUP_CONF, SLURM_CONF, parameters
from tenantry.backends.slurm.parse.site import Settings
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF104", Severity.WARNING, FILES)
def slurm_key_twice(files: Files) -> Iterator[Problem]:
    """A setting stands more than once, and the last one counts.

    What it does:
        Tells settings of slurm.conf and cgroup.conf that are given again, in the file or in one that it includes.
        Prolog, Epilog and SlurmctldHost may stand several times.

    Why:
        Slurm takes the last and logs an error. Whoever changes the first one wonders why nothing happens.

    Example:
        # slurm.conf
        ReturnToService=1
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL
        ReturnToService=2

    Use instead:
        # slurm.conf
        ReturnToService=2
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        src/common/parse_config.c; tried on 22.05, 24.11 and 26.05: "specified more than once, latest value used".
    """
    yield from _twice(files.site.settings, SLURM_CONF)
    if files.site.cgroup:
        yield from _twice(files.site.cgroup, CGROUP_CONF)


def _twice(settings: Settings, table: str) -> Iterator[Problem]:
    known = parameters(table)
    for last in settings:
        it = known.get(last.key.lower())
        if it is None or it.type == "lines":
            continue
        for earlier in settings.occurrences(last.key)[:-1]:
            what = "the same again" if earlier.value == last.value else "another value"
            message = f"{it.key} stands again further on, with {what}"
            yield problem(
                earlier.location, message, "keep the one that is meant", seen("this one counts", last.location)
            )
