"""Proportional splits without a capacity."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.placing import unplaced
from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.placement import Reason


@rule("QTA105", Severity.ERROR, DOCUMENT)
def nothing_to_divide_by(tenancy: Tenancy) -> Iterator[Problem]:
    """A proportional split has no capacity to follow.

    What it does:
        Asks a document that splits a quota in proportion to capacity for pools.

    Why:
        `proportional` means in proportion to the devices that each scheduler owns; without pools that is unknown.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          chat: {quota: {h100: {nominal: 32, split: proportional}}, namespaces: [chat]}

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
          chat: {quota: {h100: {nominal: 32, split: proportional}}, namespaces: [chat]}

    Sources:
        docs/design.md, "The arithmetic".
    """
    seen = set()
    for _team, _flavor, path in unplaced(tenancy, Reason.NO_POOLS):
        if path not in seen:
            seen.add(path)
            message = "there are no pools, so nothing to be proportional to"
            yield Problem(path, message, "add pools, or say how many devices are on each scheduler")
