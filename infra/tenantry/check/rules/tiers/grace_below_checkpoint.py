"""Tiers that are ended before their checkpoint is written."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("TIM106", Severity.WARNING, DOCUMENT)
def grace_below_checkpoint(tenancy: Tenancy) -> Iterator[Problem]:
    """A tier's grace is shorter than writing its checkpoint takes.

    What it does:
        Compares `grace` (none is zero) with `checkpoint.write` of every tier that may be evicted: one that may
        borrow, or that a higher tier preempts.

    Why:
        An evicted job has the grace to save itself. If that is too short, all work since the last checkpoint is
        lost.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {maxTime: 2d, grace: 1m, checkpoint: {every: 30m, write: 3m}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {maxTime: 2d, grace: 5m, checkpoint: {every: 30m, write: 3m}}

    Sources:
        sacctmgr(1), GraceTime; Kubernetes, terminationGracePeriodSeconds.
    """
    victims = {victim for tier in tenancy.tiers.values() for victim in tier.preempts or ()}
    for name, tier in tenancy.tiers.items():
        if tier.checkpoint is None or not (tier.may_borrow or name in victims):
            continue
        if tier.grace is None or tier.grace < tier.checkpoint.write:
            key = ("checkpoint", "write") if tier.grace is None else ("grace",)
            stated = "there is no grace" if tier.grace is None else f"the grace {tier.grace} is too short"
            message = f"{stated} for a checkpoint that takes {tier.checkpoint.write} to write"
            related = (Related("writing time is set here", ("tiers", name, "checkpoint", "write")),)
            help_text = f"use a grace of at least {tier.checkpoint.write}"
            yield Problem(("tiers", name, *key), message, help_text, () if tier.grace is None else related)
