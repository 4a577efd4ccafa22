"""Teams that hold nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Severity
from tenantry.resolve.types import Resolved


@rule("TEN201", Severity.INFO, RESOLVED)
def team_without_quota(resolved: Resolved) -> Iterator[Problem]:
    """A team can use nothing.

    What it does:
        Names teams that have no quota, or only zeros and nothing to borrow.

    Why:
        No queue and no account is written for such a team; its work has nowhere to go.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 8}, namespaces: [vision]}

    Sources:
        docs/design.md, "Words": a team is a tenant that holds quota.
    """
    for name, team in resolved.teams.items():
        if all(held.is_zero for held in team.entitlements.values()):
            yield Problem(("teams", name), f"team '{name}' can use nothing", "give it a quota, or remove it")
