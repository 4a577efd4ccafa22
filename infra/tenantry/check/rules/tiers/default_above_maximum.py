"""Tiers whose default is longer than what they allow."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy
from tenantry.model.duration import Duration


@rule("TIM101", Severity.ERROR, DOCUMENT)
def default_above_maximum(tenancy: Tenancy) -> Iterator[Problem]:
    """A tier's default time is longer than its maximum.

    What it does:
        Compares `defaultTime` with `maxTime` of every tier.

    Why:
        Work that asks for no time would get the default and be refused by the maximum.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {defaultTime: 3d, maxTime: 2d}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {defaultTime: 4h, maxTime: 2d}

    Sources:
        slurm.conf(5), DefaultTime: may not exceed MaxTime.
    """
    for name, tier in tenancy.tiers.items():
        if tier.default_time and isinstance(tier.max_time, Duration) and tier.default_time > tier.max_time:
            message = f"the default time {tier.default_time} is above the maximum {tier.max_time}"
            related = (Related("the maximum is set here", ("tiers", name, "maxTime")),)
            yield Problem(("tiers", name, "defaultTime"), message, f"use at most {tier.max_time}", related)
