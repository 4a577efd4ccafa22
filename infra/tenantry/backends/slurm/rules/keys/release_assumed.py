"""Nobody said which release the files are for."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF105", Severity.INFO, FILES)
def slurm_release_assumed(files: Files) -> Iterator[Problem]:
    """The Slurm release is not known, so the newest supported one is assumed.

    What it does:
        Says so where neither `--slurm-release` nor a document names the release.

    Why:
        Keys, values and defaults differ between releases: what is right for one ends the daemons of another.

    Example:
        # slurm.conf of an unknown release
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf of 24.11
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        The release notes of Slurm 22.05 to 26.05.
    """
    if files.assumed:
        message = f"the files are judged as those of Slurm {files.release}, the newest that is supported"
        yield problem(files.start, message, "name the release with --slurm-release")
