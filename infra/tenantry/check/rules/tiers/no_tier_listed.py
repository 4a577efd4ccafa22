"""Teams that list no tier at all."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("TIM109", Severity.ERROR, DOCUMENT)
def no_tier_listed(tenancy: Tenancy) -> Iterator[Problem]:
    """A team may use none of the tiers.

    What it does:
        Looks for teams with an empty list of tiers in a document that has tiers.

    Why:
        All work runs in a tier: the team's account would have no QOS, and no job of it could start.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {maxTime: 2d}
        teams:
          vision: {quota: {h100: 40}, tiers: []}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        tiers:
          research: {maxTime: 2d}
        teams:
          vision: {quota: {h100: 40}, tiers: [research]}

    Sources:
        sacctmgr(1), QOS and DefaultQOS of an account.
    """
    for name, team in tenancy.teams.items():
        if tenancy.tiers and team.tiers == ():
            path = ("teams", name, "tiers")
            yield Problem(path, f"team '{name}' lists no tier", "list one, or leave the key out for all of them")
