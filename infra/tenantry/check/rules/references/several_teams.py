"""Users of several teams who have no default account."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@rule("TEN103", Severity.ERROR, RESOLVED)
def several_teams_without_default(resolved: Resolved) -> Iterator[Problem]:
    """A user of several teams has no default team.

    What it does:
        Asks for `users.<name>.defaultTeam` for every user whom several teams with Slurm quota list, and for one of
        those teams there.

    Why:
        A job that names no account runs under the user's default account. Which one that is would otherwise depend
        on the order in which accounts were made.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: [ada, grace]}
          speech: {quota: {h100: 24}, users: [grace]}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, users: [ada, grace]}
          speech: {quota: {h100: 24}, users: [grace]}
        users:
          grace: {defaultTeam: vision}

    Sources:
        sacctmgr(1), DefaultAccount: the first account a user is added to becomes the default.
    """
    users = resolved.tenancy.users
    for user, teams in _teams_of(resolved).items():
        stated = users[user].default_team if user in users else None
        if len(teams) < 2 or stated in teams:
            continue
        places = tuple(
            Related("listed here", ("teams", team, "users", (resolved.teams[team].users or ()).index(user)))
            for team in teams
        )
        if stated is None:
            message = f"user '{user}' is in the teams {listed(teams)} and has no default"
            yield Problem(places[-1].path, message, f"add users.{user}.defaultTeam", places[:-1])
        else:
            message = f"the default team '{stated}' of user '{user}' holds nothing on Slurm"
            yield Problem(("users", user, "defaultTeam"), message, f"use one of {listed(teams)}", places)


def _teams_of(resolved: Resolved) -> dict[str, list[str]]:
    teams: dict[str, list[str]] = {}
    for team in resolved.teams.values():
        if team.on(Scheduler.SLURM):
            for user in team.users or ():
                teams.setdefault(user, []).append(team.name)
    return teams
