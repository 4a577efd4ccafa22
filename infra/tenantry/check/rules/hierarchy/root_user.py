"""Slurm's own user in a team."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("TEN108", Severity.ERROR, DOCUMENT)
def root_user(tenancy: Tenancy) -> Iterator[Problem]:
    """A team has root among its users.

    What it does:
        Looks for `root` in the users of every team of a document with Slurm.

    Why:
        slurmdbd makes root itself, as an administrator with the account root, under no limits. As a team's user its
        default account would change, and the team's limits would still not hold for it in the other.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: [root]}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: [ada]}

    Sources:
        sacctmgr(1); tried on 24.11: a new database has the user root in the account root.
    """
    if tenancy.slurm is None:
        return
    for name, team in tenancy.teams.items():
        for at, user in enumerate(team.users):
            if team.users != "unmanaged" and user == "root":
                path = ("teams", name, "users", at)
                yield Problem(path, "root is Slurm's own user", "name the people of the team")
