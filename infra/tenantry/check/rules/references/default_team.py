"""Default teams that cannot be a user's default."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.check.suggest import suggestion
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("TEN102", Severity.ERROR, DOCUMENT)
def default_team_without_user(tenancy: Tenancy) -> Iterator[Problem]:
    """A user's default team does not exist or does not list the user.

    What it does:
        Looks up `users.<name>.defaultTeam` and whether that team's `users` names the user.

    Why:
        Slurm refuses a default account that the user has no association with, and the user's jobs then have no
        account to run under.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: [ada]}
        users:
          grace: {defaultTeam: vision}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: [ada, grace]}
        users:
          grace: {defaultTeam: vision}

    Sources:
        sacctmgr(1), DefaultAccount.
    """
    for name, user in tenancy.users.items():
        path = ("users", name, "defaultTeam")
        team = tenancy.teams.get(user.default_team)
        if team is None:
            message = f"there is no team '{user.default_team}'"
            yield Problem(path, message, suggestion(user.default_team, tenancy.teams, "teams"))
        elif team.users == "unmanaged":
            message = f"team '{user.default_team}' leaves its users to another system"
            yield Problem(path, message, f"list '{name}' under teams.{user.default_team}.users, or leave this user out")
        elif name not in team.users:
            message = f"team '{user.default_team}' does not list the user '{name}'"
            yield Problem(path, message, f"add '{name}' to teams.{user.default_team}.users, or name another team")
