"""Teams that lend what they do not have."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("QTA106", Severity.ERROR, DOCUMENT)
def lend_above_nominal(tenancy: Tenancy) -> Iterator[Problem]:
    """A team lends more than its nominal quota.

    What it does:
        Compares `lend` with `nominal`. `unlimited`, or leaving `lend` out, lends all of it.

    Why:
        Kueue refuses a lendingLimit above nominalQuota, and nobody can use devices that the lender does not hold.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        groups:
          lab: {sharing: fair}
        teams:
          vision: {group: lab, quota: {h100: {nominal: 32, lend: 40}}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        groups:
          lab: {sharing: fair}
        teams:
          vision: {group: lab, quota: {h100: {nominal: 32, lend: 32}}, namespaces: [vision]}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/cluster_queue/, lendingLimit.
    """
    for team, held in tenancy.teams.items():
        for flavor, quota in held.quota.items():
            if isinstance(quota.lend, int) and quota.lend > quota.nominal:
                path = ("teams", team, "quota", flavor)
                message = f"team '{team}' lends {quota.lend} {flavor} and holds {quota.nominal}"
                related = (Related("nominal is set here", (*path, "nominal")),)
                yield Problem((*path, "lend"), message, f"use at most {quota.nominal}", related)
