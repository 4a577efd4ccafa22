"""Associations of users, where the document says who they are; ``unmanaged`` teams are left alone."""

from __future__ import annotations

from dataclasses import dataclass

from tenantry.backends.slurm.accounts import holds_gpus, job_accounts
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.tres import device_limit


@dataclass(frozen=True, slots=True)
class User:
    """One login with its accounts."""

    name: str
    default: str
    """Never a burst account."""
    associations: tuple[tuple[str, str], ...]
    """Account, the default one first, and ``GrpTRES`` of the user in it."""


def users(scope: Scope) -> tuple[User, ...]:
    """Every managed user with an account on Slurm, by name."""
    teams: dict[str, list[str]] = {}
    for team in scope.teams.values():
        for name in team.users or ():
            teams.setdefault(name, []).append(team.name)
    return tuple(_user(scope, name, teams[name]) for name in sorted(teams))


def _user(scope: Scope, name: str, teams: list[str]) -> User:
    stated = scope.resolved.tenancy.users.get(name)
    first = stated.default_team if stated and stated.default_team in teams else teams[0]
    ordered = sorted(teams, key=lambda team: team != first)
    base = [(account, _limit(scope, team)) for team in ordered for account in job_accounts(scope, team)]
    borrowing = () if scope.at_start else (team for team in ordered if team in scope.borrowers)
    burst = [(scope.names.burst_account(team), _limit(scope, team)) for team in borrowing]
    return User(name, base[0][0], (*base, *burst))


def _limit(scope: Scope, team: str) -> str:
    held = scope.teams[team]
    return device_limit(scope, held.per_user, cpus=not holds_gpus(scope, held))
