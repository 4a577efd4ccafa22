"""Tiers that no team may use."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("TIM108", Severity.INFO, DOCUMENT)
def unused_tier(tenancy: Tenancy) -> Iterator[Problem]:
    """No team may use a tier.

    What it does:
        Looks for tiers that no team lists. A team that lists none may use them all.

    Why:
        A tier that was added for a team but not to it does nothing: no QOS and no priority class is written for it.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          urgent: {maxTime: 4h}
          research: {maxTime: 2d}
        teams:
          vision: {quota: {h100: 40}, tiers: [research], namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          urgent: {maxTime: 4h}
          research: {maxTime: 2d}
        teams:
          vision: {quota: {h100: 40}, tiers: [urgent, research], namespaces: [vision]}

    Sources:
        Structural: only what a team may use is written.
    """
    if not tenancy.teams or any(team.tiers is None for team in tenancy.teams.values()):
        return
    used = {tier for team in tenancy.teams.values() for tier in team.tiers or ()}
    for name in tenancy.tiers:
        if name not in used:
            help_text = "list it under a team's tiers, or remove it"
            yield Problem(("tiers", name), f"no team may use tier '{name}'", help_text)
