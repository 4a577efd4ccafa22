"""Tiers that evict what stands above them."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.tiers import ranked


@rule("TIM104", Severity.ERROR, DOCUMENT)
def preempts_higher(tenancy: Tenancy) -> Iterator[Problem]:
    """A tier preempts itself or a higher tier.

    What it does:
        Compares every tier with the tiers in its `preempts`.

    Why:
        Work that evicts what outranks it is evicted by it in turn. Kueue only ever evicts lower priorities; Slurm
        would do as told and requeue jobs in circles.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {maxTime: 7d}
          research: {maxTime: 2d, preempts: [production]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {maxTime: 7d}
          research: {maxTime: 2d}

    Sources:
        sacctmgr(1), Preempt; https://kueue.sigs.k8s.io/docs/concepts/preemption/
    """
    rank = {name: at for at, name in enumerate(ranked(tenancy))}
    for name, tier in tenancy.tiers.items():
        for at, victim in enumerate(tier.preempts or ()):
            if victim in rank and rank[victim] <= rank[name]:
                what = "itself" if victim == name else f"'{victim}', which stands above it"
                yield Problem(
                    ("tiers", name, "preempts", at), f"tier '{name}' preempts {what}", "name lower tiers only"
                )
