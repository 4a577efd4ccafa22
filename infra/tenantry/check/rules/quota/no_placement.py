"""Quotas that live nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.placing import unplaced
from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.placement import Reason


@rule("QTA101", Severity.ERROR, DOCUMENT)
def no_placement(tenancy: Tenancy) -> Iterator[Problem]:
    """A quota does not say which scheduler holds it.

    What it does:
        Where the document names both schedulers, asks every quota for `on` or `split`, of its own, of its team or of
        `defaults`.

    Why:
        A guess could cut a team of 8 GPUs into 6 and 2, and an 8-GPU job would run nowhere.

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
          chat: {quota: {h100: 32}, namespaces: [chat]}

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
          chat: {quota: {h100: 32}, on: kueue, namespaces: [chat]}

    Sources:
        docs/design.md, "The arithmetic".
    """
    if not tenancy.schedulers:
        return
    for team, flavor, path in unplaced(tenancy, Reason.NOTHING_SAID):
        message = f"nothing says on which scheduler the {flavor} quota of team '{team}' lives"
        yield Problem(path, message, "add on: slurm, on: kueue, a split, or a default under defaults")
