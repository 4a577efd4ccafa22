"""Names that a scheduler keeps for itself."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import TARGETS, Problem, rule
from tenantry.check.target import Targeted
from tenantry.finding import Severity


@rule("NAM104", Severity.ERROR, TARGETS)
def reserved_name(targeted: Targeted) -> Iterator[Problem]:
    """An account, QOS or partition has a name that Slurm or the account tree keeps for itself.

    What it does:
        Compares the names of accounts with `root` and `burst`, of QOS with `normal` and of partitions with `default`.

    Why:
        `root` is Slurm's top account and `burst` the one above all borrowed work; `normal` is the QOS that Slurm makes
        itself; a partition called DEFAULT is none.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          burst: {quota: {h100: 40}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          surge: {quota: {h100: 40}}

    Sources:
        sacctmgr(1); slurm.conf(5), PartitionName.
    """
    for made in targeted.names:
        if made.reserved:
            other = f", or set naming.{made.pattern}" if made.pattern else ""
            message = f"{made.what} would be the {made.kind} '{made.name}': {made.reserved}"
            yield Problem(made.path, message, f"use another name{other}")
