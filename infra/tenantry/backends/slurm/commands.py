"""The commands for ``sacctmgr -i``, one a line, no shell involved.

They converge when run again: ``add`` of what is there fails and changes nothing, ``modify`` sets every value. On a
database without our accounts every command ends well, once the comment lines are left out: sacctmgr passes over a
comment or an empty line, but ends with 1 for it (24.11).
"""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.accounts import Account, accounts
from tenantry.backends.slurm.mark import COMMENT, MARKED, comments, mark
from tenantry.backends.slurm.names import ROOT
from tenantry.backends.slurm.qos import MODE, Qos, partition_qos, tier_qos
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.users import User, users

DENY = "DenyOnLimit"
"""QOS flag: what can never run is refused at submit."""


def qos_commands(scope: Scope) -> Iterator[str]:
    """QOS without any TRES, before slurmctld starts: 26.05 refuses a partition whose QOS is not there.

    All are added first, since ``Preempt`` can only name what is there.
    """
    partitions = [name for name, _ in partition_qos(scope)]
    for name in (*(qos.name for qos in tier_qos(scope)), *partitions):
        yield _line("add qos", name=name, **{MARKED["qos"]: mark(scope.cluster)})
    for qos in tier_qos(scope):
        values = {"Priority": qos.priority, "MaxWall": qos.max_wall, "GraceTime": qos.grace, "Flags": DENY}
        yield _modify("qos", values | _preempt(qos) | {"PreemptMode": MODE}, name=qos.name)
    for name in partitions:
        yield _modify("qos", {"Flags": DENY}, name=name)


def partition_commands(scope: Scope) -> Iterator[str]:
    """What a job in a partition has to ask for, and what is borrowed at start; needs the TRES slurmctld registers."""
    for name, least in partition_qos(scope):
        yield _modify("qos", {"MinTRESPerJob": least}, name=name)
    for qos in (it for it in tier_qos(scope) if it.group_tres):
        yield _modify("qos", {"GrpTRES": qos.group_tres}, name=qos.name)


def account_commands(scope: Scope) -> Iterator[str]:
    """Accounts and their limits, parents before children.

    Setting the parent that an account has is an error that also drops what else the command sets, so the parent has a
    command of its own, and each account is added where it does not stay. The first account stays below root.
    """
    first, *others = accounts(scope) or (None,)
    cluster, marked = scope.cluster, {MARKED["account"]: mark(scope.cluster), **_comment(scope)}
    if first is None:
        return
    yield _line("add account", name=first.name, cluster=cluster, parent=first.parent, **marked)
    for account in others:
        passing = first.name if account.parent == ROOT else ROOT
        yield _line("add account", name=account.name, cluster=cluster, parent=passing, **marked)
        yield _modify("account", {"parent": account.parent}, name=account.name, cluster=cluster)
    for account in (first, *others):
        yield _modify("account", _limits(account), name=account.name, cluster=cluster)


def user_commands(scope: Scope) -> Iterator[str]:
    """Associations of managed users; the first account a user is added to becomes the default one."""
    for user in users(scope):
        yield from _user(scope, user)


def _preempt(qos: Qos) -> dict[str, object]:
    """Which QOS it preempts; an empty list is taken away name by name.

    After an empty ``Preempt=``, slurmdbd 22.05 sees a loop in whatever preempts that QOS and drops the command.
    """
    if qos.preempts:
        return {"Preempt": ",".join(qos.preempts)}
    return {"Preempt-": ",".join(qos.spares)} if qos.spares else {}


def _user(scope: Scope, user: User) -> Iterator[str]:
    cluster = scope.cluster
    for account, _ in user.associations:
        yield _line("add user", name=user.name, cluster=cluster, account=account, **_comment(scope))
    yield _modify("user", {"DefaultAccount": user.default}, name=user.name, cluster=cluster)
    for account, most in user.associations:
        yield _modify("user", {"GrpTRES": most}, name=user.name, cluster=cluster, account=account)


def _comment(scope: Scope) -> dict[str, str]:
    return {COMMENT: mark(scope.cluster)} if comments(scope.target.release) else {}


def _limits(account: Account) -> dict[str, object]:
    values: dict[str, object] = {"Fairshare": account.share, "GrpTRES": account.group_tres}
    if account.qos:
        values |= {
            "MaxTRESPerJob": account.job_tres,
            "GrpJobs": account.running,
            "GrpSubmitJobs": account.submitted,
            "QOS": ",".join(account.qos),
            "DefaultQOS": account.default_qos,
        }
    return values


def _modify(entity: str, values: dict[str, object], **where: str) -> str:
    settings = " ".join(f"{key}={value}" for key, value in values.items())
    return f"{_line(f'modify {entity} where', **where)} set {settings}"


def _line(command: str, **options: str) -> str:
    return " ".join([command, *(f"{key}={value}" for key, value in options.items())])
