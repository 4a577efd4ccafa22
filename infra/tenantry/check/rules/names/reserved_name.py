"""Names that a scheduler keeps for itself."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.generated import generated
from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Severity
from tenantry.resolve.names import RESERVED_ACCOUNTS
from tenantry.resolve.types import Resolved

RESERVED = {
    "account": dict.fromkeys(RESERVED_ACCOUNTS, "Slurm's tree of accounts has it already"),
    "QOS": {"normal": "it is Slurm's own, which every account of the site may use"},
    "partition": {"default": "a PartitionName=DEFAULT line sets defaults and makes no partition"},
}
"""Kind of object to the names it cannot have, and why."""


@rule("NAM104", Severity.ERROR, RESOLVED)
def reserved_name(resolved: Resolved) -> Iterator[Problem]:
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
    for made in generated(resolved):
        why = RESERVED.get(made.kind, {}).get(made.name)
        if why:
            other = f", or set naming.{made.pattern}" if made.pattern else ""
            message = f"{made.what} would be the {made.kind} '{made.name}': {why}"
            yield Problem(made.path, message, f"use another name{other}")
