"""Quotas on two schedulers that do not say how much on each."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.placing import unplaced
from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.placement import Reason


@rule("QTA102", Severity.ERROR, DOCUMENT)
def split_missing(tenancy: Tenancy) -> Iterator[Problem]:
    """A quota on two schedulers does not say how much is on each.

    What it does:
        Asks a quota whose `on` lists several schedulers for a `split`: devices on each, or `proportional`.

    Why:
        Guarantees are whole devices on one side or the other; half of an odd number is nobody's.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}
        teams:
          chat: {quota: {h100: {nominal: 32, on: [slurm, kueue]}}, namespaces: [chat]}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}
        teams:
          chat: {quota: {h100: {nominal: 32, split: {slurm: 24, kueue: 8}}}, namespaces: [chat]}

    Sources:
        docs/design.md, "The arithmetic".
    """
    for team, flavor, path in unplaced(tenancy, Reason.SPLIT_MISSING):
        message = f"the {flavor} quota of team '{team}' is on several schedulers without a split"
        yield Problem(path, message, "add split: {slurm: …, kueue: …} or split: proportional")
