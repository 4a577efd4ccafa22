"""The account tree: what is guaranteed, and beside it what is borrowed.

    root
    |- <department>                 share; GrpTRES = cap, only where that is below the sum of nominal
    |  `- <team>                    share; GrpTRES = nominal
    `- burst                        GrpTRES = what the groups that borrow lend + unallocated, 0 where nobody borrows
       `- <group>_burst             GrpTRES = what the group lends + unallocated; only where there are several
          `- <department>_burst     share; GrpTRES = cap - sum of nominal, where capped
             `- <team>_burst        share; GrpTRES = borrow

A cap is never on a common ancestor of base and burst: Slurm tests group limits before it preempts, so borrowed work
would block a sibling's guarantee.

Where work borrows when it starts (24.11 and later) there are no burst accounts: a team that borrows has nominal +
borrow of all types together and nominal of each type; the limit of a burst QOS on a type takes the second's place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tenantry.backends.slurm.lending import borrowing_groups, lent
from tenantry.backends.slurm.names import ROOT
from tenantry.backends.slurm.qos import team_burst_qos, team_qos, team_start_qos
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.tres import device_limit, group_limit, limit
from tenantry.finding import Path
from tenantry.model.limit import UNLIMITED, Count, count_add
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.names import BURST
from tenantry.resolve.types import ResolvedDepartment, ResolvedGroup, ResolvedTeam

NO_GROUP_SHARE = 1
"""Groups have no share in the model: their burst accounts, and ``burst`` itself, weigh alike."""


@dataclass(frozen=True, slots=True)
class Account:
    """One account with the limits the program sets on it."""

    name: str
    parent: str
    share: int
    group_tres: str
    job_tres: str | None = None
    """``MaxTRESPerJob``; None, as for what follows, on accounts that no job runs under."""
    running: str | None = None
    submitted: str | None = None
    qos: tuple[str, ...] = ()
    """Highest first; where work borrows when it starts, the QOS of borrowed work come before all others."""
    team: str | None = None
    path: Path = ()
    """The team, department or group it is for; empty for ``burst``, which is for all of them."""

    @property
    def borrows(self) -> bool:
        """Whether it stands for borrowed work; no other account has an underscore in its name."""
        return self.name == BURST or self.name.endswith(f"_{BURST}")

    @property
    def default_qos(self) -> str:
        """The lowest of its QOS: who asks for nothing gets the least, as without a priority class on Kueue."""
        return self.qos[-1]


def accounts(scope: Scope) -> tuple[Account, ...]:
    """Every account, parents before children."""
    return (*_burst_tops(scope), *_departments(scope), *_teams(scope), *_burst_departments(scope), *_burst_teams(scope))


def _burst_tops(scope: Scope) -> Iterator[Account]:
    groups = _burst_groups(scope)
    if not groups:
        if scope.teams:
            # It stands above all that an earlier document let borrow, and is the account that never moves.
            yield Account(BURST, ROOT, NO_GROUP_SHARE, group_limit(scope, {}))
        return
    yield Account(BURST, ROOT, NO_GROUP_SHARE, group_limit(scope, lent(scope, groups)))
    if sum(group.fair for group in scope.resolved.groups.values()) > 1:
        for group in groups:
            name = scope.names.group_burst_account(group.name)
            limits = group_limit(scope, lent(scope, [group]))
            yield Account(name, BURST, NO_GROUP_SHARE, limits, path=("groups", group.name))


def _departments(scope: Scope) -> Iterator[Account]:
    present = {team.department for team in scope.teams.values()}
    for department in scope.resolved.departments.values():
        if department.name in present:
            name = scope.names.department_account(department.name)
            # A cap above what the teams are guaranteed binds borrowed work alone, below.
            below = {flavor: _below(department, flavor) for flavor in scope.flavors}
            limits = group_limit(scope, below)
            yield Account(name, ROOT, department.share, limits, path=("departments", department.name))


def _teams(scope: Scope) -> Iterator[Account]:
    for team in scope.teams.values():
        nominal = {flavor: held.nominal for flavor, held in scope.entitlements[team.name].items()}
        parent = ROOT if team.department is None else scope.names.department_account(team.department)
        if scope.at_start and team.name in scope.borrowers:
            yield from _at_start(scope, team, parent, nominal)
        else:
            limits = group_limit(scope, nominal)
            yield _team(scope, team, scope.names.account(team.name), parent, limits, team_qos(scope, team))


def _at_start(scope: Scope, team: ResolvedTeam, parent: str, nominal: Mapping[str, Count]) -> Iterator[Account]:
    """The account of both sides; of a team with several flavors one below it for each, so that what it may borrow of
    one is not spent on another."""
    held = scope.entitlements[team.name]
    most = {flavor: count_add(it.nominal, it.borrow) for flavor, it in held.items()}
    name, qos, flavors = scope.names.account(team.name), team_qos(scope, team), list(held)
    if len(flavors) == 1:
        qos = (*team_start_qos(scope, team, flavors[0]), *qos)
    yield _team(scope, team, name, parent, group_limit(scope, nominal, most), qos)
    for flavor in flavors if len(flavors) > 1 else ():
        limits = group_limit(scope, {flavor: nominal[flavor]}, {flavor: most[flavor]})
        both = (*team_start_qos(scope, team, flavor), *team_qos(scope, team))
        yield _team(scope, team, scope.names.flavor_account(team.name, flavor), name, limits, both)


def job_accounts(scope: Scope, team: str) -> tuple[str, ...]:
    """Where a team's users submit, but for its burst account."""
    flavors = list(scope.entitlements[team])
    if scope.at_start and team in scope.borrowers and len(flavors) > 1:
        return tuple(scope.names.flavor_account(team, flavor) for flavor in flavors)
    return (scope.names.account(team),)


def _burst_departments(scope: Scope) -> Iterator[Account]:
    for group in _burst_groups(scope):
        present = {scope.borrowers[team].department for team in group.teams if team in scope.borrowers}
        for department in (scope.resolved.departments[name] for name in group.departments if name in present):
            name = scope.names.department_burst_account(group.name, department.name)
            beyond = group_limit(scope, {flavor: _beyond(department, flavor) for flavor in scope.flavors})
            path = ("departments", department.name)
            yield Account(name, _group_parent(scope, group.name), department.share, beyond, path=path)


def _burst_teams(scope: Scope) -> Iterator[Account]:
    for team in () if scope.at_start else scope.borrowers.values():
        borrow = {flavor: held.borrow for flavor, held in scope.entitlements[team.name].items()}
        group = team.group or ""
        if team.department is None:
            parent = _group_parent(scope, group)
        else:
            parent = scope.names.department_burst_account(group, team.department)
        limits = group_limit(scope, borrow)
        yield _team(scope, team, scope.names.burst_account(team.name), parent, limits, team_burst_qos(scope, team))


def _team(scope: Scope, team: ResolvedTeam, name: str, parent: str, limits: str, qos: tuple[str, ...]) -> Account:
    return Account(
        name=name,
        parent=parent,
        share=team.share,
        group_tres=limits,
        job_tres=device_limit(scope, team.per_job, cpus=not holds_gpus(scope, team)),
        running=limit(team.max_running_jobs),
        submitted=limit(team.max_submitted_jobs),
        qos=qos,
        team=team.name,
        path=("teams", team.name),
    )


def holds_gpus(scope: Scope, team: ResolvedTeam) -> bool:
    """Whether the team holds a GPU flavor on Slurm."""
    return any(scope.flavors[flavor].is_gpu for flavor in scope.entitlements[team.name])


def _burst_groups(scope: Scope) -> list[ResolvedGroup]:
    """The groups with burst accounts."""
    return [] if scope.at_start else borrowing_groups(scope)


def _group_parent(scope: Scope, group: str) -> str:
    several = sum(found.fair for found in scope.resolved.groups.values()) > 1
    return scope.names.group_burst_account(group) if several else BURST


def _beyond(department: ResolvedDepartment, flavor: str) -> Count:
    cap = department.cap.get((flavor, Scheduler.SLURM), UNLIMITED)
    return UNLIMITED if cap is UNLIMITED else max(0, cap - department.nominal.get((flavor, Scheduler.SLURM), 0))


def _below(department: ResolvedDepartment, flavor: str) -> Count:
    cap = department.cap.get((flavor, Scheduler.SLURM), UNLIMITED)
    return UNLIMITED if cap is UNLIMITED or cap >= department.nominal.get((flavor, Scheduler.SLURM), 0) else cap
