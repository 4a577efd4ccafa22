"""Tiers that claim the same place."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("TIM103", Severity.ERROR, DOCUMENT)
def order_equal(tenancy: Tenancy) -> Iterator[Problem]:
    """Two tiers have the same order.

    What it does:
        Compares the `order` of all tiers.

    Why:
        The order decides priority and who may preempt whom; two tiers cannot be above each other.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {order: 1, maxTime: 7d}
          research: {order: 1, maxTime: 2d}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {order: 1, maxTime: 7d}
          research: {order: 2, maxTime: 2d}

    Sources:
        Structural.
    """
    first: dict[int, str] = {}
    for name, tier in tenancy.tiers.items():
        if tier.order is not None and first.setdefault(tier.order, name) != name:
            other = first[tier.order]
            related = (Related(f"'{other}' stands here", ("tiers", other, "order")),)
            message = f"the tiers '{other}' and '{name}' both have order {tier.order}"
            yield Problem(("tiers", name, "order"), message, "give each its own", related)
