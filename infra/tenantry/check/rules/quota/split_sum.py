"""Splits that do not add up."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.placing import unplaced
from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.placement import Reason


@rule("QTA104", Severity.ERROR, DOCUMENT)
def split_sum(tenancy: Tenancy) -> Iterator[Problem]:
    """The parts of a split do not add up to nominal.

    What it does:
        Adds the devices of a `split` and compares the sum with `nominal`.

    Why:
        Nothing may be lost and nothing granted twice when a quota is cut in two.

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
          chat: {quota: {h100: {nominal: 32, split: {slurm: 24, kueue: 16}}}, namespaces: [chat]}

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
        docs/design.md, "The arithmetic", 1.
    """
    for team, flavor, path in unplaced(tenancy, Reason.SUM):
        quota = tenancy.teams[team].quota[flavor]
        parts = quota.split if isinstance(quota.split, dict) else {}
        shown = " + ".join(str(devices) for devices in parts.values()) or "nothing"
        message = f"the split of {flavor} for team '{team}' gives {shown}, and nominal is {quota.nominal}"
        related = (Related("nominal is set here", ("teams", team, "quota", flavor, "nominal")),)
        yield Problem(path, message, f"make the parts sum to {quota.nominal}", related)
