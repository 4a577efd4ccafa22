"""What is in the accounting database, as ``sacctmgr show`` prints it.

The text with separators is read on every release: 22.05 has no JSON, and that of later ones drops an account's own
parent and its changes to inherited QOS. ``wopi`` leaves out what is inherited, and the account above with it, so that
is asked for apart; without ``withrawqos`` a change such as ``+low`` looks like a list (tried on 22.05, 24.11, 26.05).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tenantry.backends.slurm.accounting.attributes import ATTRIBUTES, read
from tenantry.backends.slurm.accounting.rows import rows
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record, Value
from tenantry.backends.slurm.accounting.used import USED, used
from tenantry.backends.slurm.live.commands import Commands, UnreachableError
from tenantry.backends.slurm.mark import MARKED, mark
from tenantry.backends.slurm.names import ROOT

Words = tuple[str, ...]

_SHOW: Final = ("sacctmgr", "-nP", "show")
_OWN: Final = tuple(it for it in ATTRIBUTES[Entity.ACCOUNT] if it.name != "Parent")


def commands(cluster: str) -> tuple[Words, ...]:
    """Everything that is run to read the accounting of a cluster; none of it changes anything."""
    return (_qos(), _accounts(), _own(cluster), _parents(cluster), _users(cluster), _tres(), USED)


def observe(run: Commands, cluster: str) -> Accounting:
    """The accounting of a cluster; raises UnreachableError where it cannot be read."""
    marked = mark(cluster)
    records = [Record(key, values, description == marked) for key, values, description in _read_qos(run)]
    made = {name.lower() for name, held in rows(run, _accounts(), 2) if held == marked}
    parents = {name.lower(): above for name, user, above in rows(run, _parents(cluster), 3) if name and not user}
    for account, user, partition, *values in rows(run, _own(cluster), 3 + len(_OWN)):
        ours = account.lower() in made
        texts = {it.name: text for it, text in zip(_OWN, values, strict=True)}
        if user:
            key = Key(Entity.ASSOCIATION, user, account.lower(), partition)
        else:
            key = Key(Entity.ACCOUNT, account.lower())
            texts["Parent"] = parents.get(account.lower(), "")
        records.append(Record(key, _values(run, key, texts), ours))
    for user, default in rows(run, _users(cluster), 2):
        key = Key(Entity.USER, user)
        records.append(Record(key, _values(run, key, {"DefaultAccount": default})))
    by_key = {it.key: it for it in records}
    top = by_key.pop(Key(Entity.ACCOUNT, ROOT), None)
    return Accounting(
        cluster,
        by_key,
        tres=frozenset(f"{kind}/{name}".rstrip("/").lower() for kind, name in rows(run, _tres(), 2)),
        registered=top is not None,
        used=used(run, cluster) if top is not None else {},
    )


def _read_qos(run: Commands) -> Iterator[tuple[Key, dict[str, Value], str]]:
    attributes = ATTRIBUTES[Entity.QOS]
    for name, *values, description in rows(run, _qos(), 2 + len(attributes)):
        key = Key(Entity.QOS, name.lower())
        yield key, _values(run, key, {it.name: text for it, text in zip(attributes, values, strict=True)}), description


def _qos() -> Words:
    columns = ("Name", *(it.column for it in ATTRIBUTES[Entity.QOS]), MARKED["qos"])
    return (*_SHOW, "qos", f"format={','.join(columns)}")


def _accounts() -> Words:
    return (*_SHOW, "account", f"format=Account,{MARKED['account']}")


def _own(cluster: str) -> Words:
    columns = ("Account", "User", "Partition", *(it.column for it in _OWN))
    return (*_SHOW, "assoc", "wopi", "withrawqos", "where", f"cluster={cluster}", f"format={','.join(columns)}")


def _parents(cluster: str) -> Words:
    return (*_SHOW, "assoc", "where", f"cluster={cluster}", "format=Account,User,ParentName")


def _users(cluster: str) -> Words:
    return (*_SHOW, "user", "withassoc", "where", f"cluster={cluster}", "format=User,DefaultAccount")


def _tres() -> Words:
    return (*_SHOW, "tres", "format=Type,Name")


def _values(run: Commands, key: Key, texts: Mapping[str, str]) -> dict[str, Value]:
    try:
        return read(key.entity, texts)
    except ValueError as error:
        raise UnreachableError(f"{run.where} says of {key} what cannot be read: {error}") from error
