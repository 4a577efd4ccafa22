"""Releases that the program does not write for."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DECLARED, Problem, rule
from tenantry.check.target import Declared
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler


@rule("SLM101", Severity.ERROR, DECLARED)
def slurm_release_unsupported(declared: Declared) -> Iterator[Problem]:
    """The Slurm release is not one that files can be written for.

    What it does:
        Looks up `slurm.release` in the table of releases whose configuration the program knows.

    Why:
        Parameters come and go between releases, and slurmctld stops at one that it does not know.

    Example:
        fleet: demo
        slurm: {release: "20.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Sources:
        Slurm's release notes.
    """
    slurm = declared.tenancy.slurm
    if slurm:
        yield from _unsupported(declared, Scheduler.SLURM, slurm.release)


@rule("KUE101", Severity.ERROR, DECLARED)
def kueue_release_unsupported(declared: Declared) -> Iterator[Problem]:
    """The Kueue release is not one that objects can be written for.

    What it does:
        Looks up `kueue.release` in the table of releases whose API versions and fields the program knows.

    Why:
        Field names differ between API versions, and an API server drops or refuses what it does not know.

    Example:
        fleet: demo
        kueue: {release: "0.3"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}

    Sources:
        Kueue's CRDs, config/components/crd/bases.
    """
    kueue = declared.tenancy.kueue
    if kueue:
        yield from _unsupported(declared, Scheduler.KUEUE, kueue.release)


def _unsupported(declared: Declared, scheduler: Scheduler, release: str) -> Iterator[Problem]:
    known = declared.supported[scheduler].releases
    if release not in known:
        message = f"{scheduler.value.capitalize()} {release} is not supported"
        yield Problem((scheduler.value, "release"), message, f"supported are {known[0]} to {known[-1]}")
