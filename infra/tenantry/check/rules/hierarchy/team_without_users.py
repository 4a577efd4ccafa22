"""Teams on Slurm that nobody is in."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@rule("TEN203", Severity.WARNING, RESOLVED)
def team_without_users(resolved: Resolved) -> Iterator[Problem]:
    """A team has quota on Slurm but an empty list of users.

    What it does:
        Names teams with quota on Slurm whose `users` is an empty list. `unmanaged`, which is also the default,
        says that another system adds them.

    Why:
        Only users with an association may submit (AccountingStorageEnforce has `associations`); the quota is
        reserved and nobody can use it.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: []}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: [ada]}

    Sources:
        slurm.conf(5), AccountingStorageEnforce.
    """
    for name, team in resolved.teams.items():
        if team.on(Scheduler.SLURM) and team.users == ():
            message = f"team '{name}' has quota on Slurm and no users"
            yield Problem(("teams", name, "users"), message, "list its users, or write unmanaged")
