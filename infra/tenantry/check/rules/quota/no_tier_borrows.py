"""Teams that may borrow but have no tier that may."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity
from tenantry.resolve.tiers import may_borrow
from tenantry.resolve.types import Resolved


@rule("QTA108", Severity.ERROR, RESOLVED)
def no_tier_borrows(resolved: Resolved) -> Iterator[Problem]:
    """A team states a borrow although none of its tiers may borrow.

    What it does:
        Looks for a `borrow` above 0 in teams whose tiers all have `mayBorrow: false`.

    Why:
        Work on borrowed devices can be evicted, so it needs a tier that accepts that. Without one the number has no
        effect.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        tiers:
          production: {maxTime: 7d, mayBorrow: false}
        groups:
          lab: {sharing: fair}
        teams:
          chat: {group: lab, quota: {h100: {nominal: 32, borrow: 8}}, namespaces: [chat]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        tiers:
          production: {maxTime: 7d, mayBorrow: false}
          research: {maxTime: 2d}
        groups:
          lab: {sharing: fair}
        teams:
          chat: {group: lab, quota: {h100: {nominal: 32, borrow: 8}}, namespaces: [chat]}

    Sources:
        docs/design.md, "Words": tier, borrow.
    """
    for name, team in resolved.tenancy.teams.items():
        if not resolved.teams[name].fair or may_borrow(team, dict(resolved.tiers)):
            continue
        for flavor, quota in team.quota.items():
            if quota.borrow:
                tiers = listed(resolved.teams[name].tiers) if resolved.teams[name].tiers else "none"
                message = f"team '{name}' may borrow {flavor}, but no tier of it may (its tiers: {tiers})"
                help_text = "remove borrow, or give the team a tier with mayBorrow: true"
                yield Problem(("teams", name, "quota", flavor, "borrow"), message, help_text)
