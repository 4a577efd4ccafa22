"""Quotas on a scheduler that the document does not render for."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.placing import unplaced
from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.placement import Reason


@rule("QTA103", Severity.ERROR, DOCUMENT)
def absent_scheduler(tenancy: Tenancy) -> Iterator[Problem]:
    """A quota is on a scheduler that the document does not name.

    What it does:
        Compares `on` and the keys of `split` with the schedulers that the document has a section for. A pool may well
        have an owner without a section: its nodes are then nobody's concern here.

    Why:
        Nothing is rendered for a scheduler without a section, so the quota would be granted nowhere.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        teams:
          chat: {quota: {h100: {nominal: 32, split: {slurm: 24, kueue: 8}}}, namespaces: [chat]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        teams:
          chat: {quota: {h100: 32}, namespaces: [chat]}

    Sources:
        Structural.
    """
    if not tenancy.schedulers:
        return
    known = " and ".join(tenancy.schedulers)
    for team, flavor, path in unplaced(tenancy, Reason.UNKNOWN_SCHEDULER):
        message = f"the {flavor} quota of team '{team}' is on a scheduler that the document has no section for"
        yield Problem(path, message, f"the document has {known}; add the other section, or move the quota")
