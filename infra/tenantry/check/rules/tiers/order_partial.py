"""Tiers of which only some say where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("TIM102", Severity.ERROR, DOCUMENT)
def order_partial(tenancy: Tenancy) -> Iterator[Problem]:
    """Some tiers state an order and others do not.

    What it does:
        Asks for `order` on every tier or on none.

    Why:
        Where it is left out everywhere, tiers stand highest first in the document. Where only some state it, the
        place of the others is a guess, and priority is not to be guessed.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          production: {order: 1, maxTime: 7d}
          research: {maxTime: 2d}

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
    without = [name for name, tier in tenancy.tiers.items() if tier.order is None]
    if without and len(without) < len(tenancy.tiers):
        message = f"{listed(without)} {'has' if len(without) == 1 else 'have'} no order while other tiers do"
        yield Problem(("tiers", without[0]), message, "give every tier an order, or none")
