"""What a document wants in the accounting database."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.accounting.attributes import read
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record
from tenantry.backends.slurm.accounts import Account, accounts
from tenantry.backends.slurm.commands import DENY
from tenantry.backends.slurm.mark import comments
from tenantry.backends.slurm.qos import MODE, Qos, base_tiers, burst_sides, partition_qos, tier_qos
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.users import User, users
from tenantry.finding import Path


def wanted(scope: Scope) -> Accounting:
    """All that the program is to make, and nothing else; ``tres`` and ``used`` stay empty."""
    found = (*_qos(scope), *_accounts(scope), *_users(scope))
    unmanaged = (
        account.name.lower()
        for account in accounts(scope)
        if account.team is not None and scope.teams[account.team].users is None
    )
    return Accounting(
        scope.cluster,
        {it.key: it for it in found},
        unmanaged=frozenset(unmanaged),
        comments=comments(scope.target.release),
    )


def _qos(scope: Scope) -> Iterator[Record]:
    paths: dict[str, Path] = {}
    for tier in base_tiers(scope):
        paths[scope.names.qos(tier.name)] = _tier(scope, tier.name)
    for side in burst_sides(scope):
        paths[side.name] = _tier(scope, side.tier.name)
    for qos in tier_qos(scope):
        yield _record(Key(Entity.QOS, qos.name.lower()), _tier_texts(qos), paths[qos.name])
    by_name = {scope.names.partition_qos(flavor.name): flavor.name for flavor in scope.gpu_flavors}
    for name, least in partition_qos(scope):
        texts = {"Flags": DENY, "MinTRESPerJob": least}
        yield _record(Key(Entity.QOS, name.lower()), texts, ("flavors", by_name[name]))


def _tier_texts(qos: Qos) -> dict[str, str]:
    limits = {"GrpTRES": qos.group_tres} if qos.group_tres else {}
    return limits | {
        "Priority": str(qos.priority),
        "MaxWall": qos.max_wall,
        "GraceTime": str(qos.grace),
        "Flags": DENY,
        "Preempt": ",".join(qos.preempts),
        "PreemptMode": MODE,
    }


def _tier(scope: Scope, name: str) -> Path:
    """The tier; the fleet where the document has none, and one is made."""
    return ("tiers", name) if scope.resolved.tiers else ("fleet",)


def _accounts(scope: Scope) -> Iterator[Record]:
    for account in accounts(scope):
        yield _record(Key(Entity.ACCOUNT, account.name.lower()), _account_texts(account), account.path or ("fleet",))


def _account_texts(account: Account) -> dict[str, str]:
    texts = {"Parent": account.parent, "Fairshare": str(account.share), "GrpTRES": account.group_tres}
    if not account.qos:
        return texts
    return texts | {
        "MaxTRESPerJob": account.job_tres or "",
        "GrpJobs": account.running or "",
        "GrpSubmitJobs": account.submitted or "",
        "QOS": ",".join(account.qos),
        "DefaultQOS": account.default_qos,
    }


def _users(scope: Scope) -> Iterator[Record]:
    teams = {account.name: account.team for account in accounts(scope) if account.team is not None}
    for user in users(scope):
        yield _user(scope, user, teams)
        for account, most in user.associations:
            key = Key(Entity.ASSOCIATION, user.name, account.lower())
            yield _record(key, {"GrpTRES": most}, ("teams", teams[account], "users"))


def _user(scope: Scope, user: User, teams: dict[str, str]) -> Record:
    key = Key(Entity.USER, user.name)
    stated = scope.resolved.tenancy.users.get(user.name)
    own: Path = ("users", user.name, "defaultTeam")
    path = own if stated and stated.default_team else ("teams", teams[user.default], "users")
    return _record(key, {"DefaultAccount": user.default}, path)


def _record(key: Key, texts: dict[str, str], path: Path) -> Record:
    return Record(key, read(key.entity, texts), ours=True, path=path)
