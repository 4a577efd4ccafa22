"""Quotas where there are no nodes."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Severity
from tenantry.resolve.types import Resolved


@rule("QTA202", Severity.ERROR, RESOLVED)
def no_nodes(resolved: Resolved) -> Iterator[Problem]:
    """A team is guaranteed a flavor on a scheduler that owns no node of it.

    What it does:
        Looks for nominal quota where the capacity of the flavor on that scheduler is 0.

    Why:
        Nothing can ever run there; most often the quota is on the wrong side, or a pool has the wrong owner.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
          a100: {gpu: {product: NVIDIA-A100-SXM4-80GB, perNode: 8}, node: {cpus: 96, memory: 1Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          older: {flavor: a100, hosts: "old[1-2]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}
        teams:
          chat: {quota: {a100: 8}, on: kueue, namespaces: [chat]}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
          a100: {gpu: {product: NVIDIA-A100-SXM4-80GB, perNode: 8}, node: {cpus: 96, memory: 1Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          older: {flavor: a100, hosts: "old[1-2]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}
        teams:
          chat: {quota: {a100: 8}, on: slurm, namespaces: [chat]}

    Sources:
        docs/design.md, "The arithmetic": capacity.
    """
    if resolved.capacity is None:
        return
    for name, team in resolved.teams.items():
        for (flavor, scheduler), held in team.entitlements.items():
            if held.nominal and not resolved.capacity[flavor, scheduler]:
                message = f"team '{name}' is guaranteed {held.nominal} {flavor} on {scheduler}, which has none to give"
                help_text = f"move the quota, or give {scheduler} a pool of {flavor}"
                yield Problem(("teams", name, "quota", flavor), message, help_text)
