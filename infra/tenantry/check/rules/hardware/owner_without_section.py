"""Pools of a scheduler that the document leaves out."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner


@rule("NOD120", Severity.WARNING, DOCUMENT)
def owner_without_section(tenancy: Tenancy) -> Iterator[Problem]:
    """A pool belongs to a scheduler that the document does not name.

    What it does:
        Compares each pool's `owner` with the sections `slurm` and `kueue`.

    Why:
        Nothing is written for such a pool and no quota can be given on it.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Sources:
        Structural: a section names the scheduler and its release.
    """
    sections = {it.value for it in tenancy.schedulers}
    for name, pool in tenancy.pools.items():
        if pool.owner is not Owner.NONE and pool.owner.value not in sections:
            message = f"pool '{name}' belongs to {pool.owner.value}, which the document has no section for"
            help_text = f"add {pool.owner.value}: {{release: ...}}, or another owner"
            yield Problem(("pools", name, "owner"), message, help_text)
