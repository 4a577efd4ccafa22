"""Teams that share although their group does not."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.resolve.types import Resolved


@rule("QTA107", Severity.ERROR, RESOLVED)
def hard_team_shares(resolved: Resolved) -> Iterator[Problem]:
    """A team borrows or lends although its group does not share.

    What it does:
        Looks for a `borrow` or `lend` above 0 in teams of a `hard` group and in teams without a group.

    Why:
        In a hard group what is yours is yours: such a team stands in no cohort and has no burst account, so the number
        would be passed over.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        groups:
          products: {sharing: hard}
        teams:
          chat: {group: products, quota: {h100: {nominal: 32, borrow: 8}}, namespaces: [chat]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        groups:
          products: {sharing: fair}
        teams:
          chat: {group: products, quota: {h100: {nominal: 32, borrow: 8}}, namespaces: [chat]}

    Sources:
        docs/design.md, "Words": group.
    """
    for name, team in resolved.tenancy.teams.items():
        if resolved.teams[name].fair:
            continue
        why = f"its group '{team.group}' is hard" if team.group else "it is in no group"
        related = (Related("sharing is set here", ("groups", team.group, "sharing")),) if team.group else ()
        for flavor, quota in team.quota.items():
            for key, stated in (("borrow", quota.borrow), ("lend", quota.lend)):
                if stated:
                    message = f"team '{name}' cannot {key} {flavor}: {why}"
                    help_text = f"remove {key}, or put the team into a group with sharing: fair"
                    yield Problem(("teams", name, "quota", flavor, key), message, help_text, related)
