"""What is in the accounting database, as ``sacctmgr show`` prints it.

The text with separators is read on every release: 22.05 has no JSON, and that of later ones drops an account's own
parent and its changes to inherited QOS. ``wopi`` leaves out what is inherited, and the account above with it, so that
is asked for apart; without ``withrawqos`` a change such as ``+low`` looks like a list (tried on 22.05, 24.11, 26.05).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tenantry.backends.slurm.accounting.attributes import ATTRIBUTES, read
from tenantry.backends.slurm.accounting.rows import rows
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record, Value
from tenantry.backends.slurm.accounting.used import USED, used
from tenantry.backends.slurm.live.commands import Commands, UnreachableError
from tenantry.backends.slurm.mark import COMMENT, MARKED, comments, marked_for
from tenantry.backends.slurm.names import ROOT

Words = tuple[str, ...]

_SHOW: Final = ("sacctmgr", "-nP", "show")
_OWN: Final = tuple(it for it in ATTRIBUTES[Entity.ACCOUNT] if it.name != "Parent")


def commands(cluster: str, release: str) -> tuple[Words, ...]:
    """Everything that is run to read the accounting of a cluster; none of it changes anything."""
    own = _own(cluster, marked=comments(release))
    return (_qos(), _accounts(), own, _parents(cluster), _users(cluster), _elsewhere(), _tres(), USED)


def observe(run: Commands, cluster: str, release: str) -> Accounting:
    """The accounting of a cluster that runs a release; raises UnreachableError where it cannot be read."""
    marked = comments(release)
    found = [*_read_qos(run, cluster), *_read_associations(run, cluster, marked=marked)]
    for user, default in rows(run, _users(cluster), 2):
        key = Key(Entity.USER, user)
        found.append(Record(key, _values(run, key, {"DefaultAccount": default})))
    records = {it.key: it for it in found}
    _require_users(run, cluster, records)
    top = records.pop(Key(Entity.ACCOUNT, ROOT), None)
    return Accounting(
        cluster,
        records,
        tres=frozenset(f"{kind}/{name}".rstrip("/").lower() for kind, name in rows(run, _tres(), 2)),
        registered=top is not None,
        used=used(run, cluster) if top is not None else {},
        elsewhere=frozenset(_read_elsewhere(run, cluster)),
        comments=marked,
    )


def _read_qos(run: Commands, cluster: str) -> Iterator[Record]:
    attributes = ATTRIBUTES[Entity.QOS]
    for name, *values, description in rows(run, _qos(), 2 + len(attributes)):
        key = Key(Entity.QOS, name.lower())
        texts = {it.name: text for it, text in zip(attributes, values, strict=True)}
        yield _record(run, key, texts, cluster, [description])


def _read_associations(run: Commands, cluster: str, *, marked: bool) -> Iterator[Record]:
    made = {name.lower(): held for name, held in rows(run, _accounts(), 2)}
    parents = {name.lower(): above for name, user, above in rows(run, _parents(cluster), 3) if name and not user}
    for account, user, partition, *values in rows(run, _own(cluster, marked=marked), 3 + len(_OWN) + marked):
        name = account.lower()
        comment = values.pop() if marked else ""
        texts = {it.name: text for it, text in zip(_OWN, values, strict=True)}
        if name not in made or name not in parents:
            raise _halved(run, _accounts() if name not in made else _parents(cluster), f"account '{name}'")
        if user:
            yield _record(run, Key(Entity.ASSOCIATION, user, name, partition), texts, cluster, [comment])
        else:
            texts["Parent"] = parents[name]
            yield _record(run, Key(Entity.ACCOUNT, name), texts, cluster, [comment, made[name]])


def _read_elsewhere(run: Commands, cluster: str) -> Iterator[str]:
    for other, listed, default in rows(run, _elsewhere(), 3):
        if other.lower() != cluster.lower():
            yield from (name.lstrip("+-").lower() for name in (*listed.split(","), default) if name)


def _record(run: Commands, key: Key, texts: Mapping[str, str], cluster: str, marks: Iterable[str]) -> Record:
    clusters = [marked_for(it) for it in marks]
    ours = cluster.lower() in clusters
    return Record(key, _values(run, key, texts), ours, other="" if ours else next(filter(None, clusters), ""))


def _require_users(run: Commands, cluster: str, records: Mapping[Key, Record]) -> None:
    """Answers that lack what another one has would be taken for things that are not there."""
    for key in records:
        if key.entity is Entity.ASSOCIATION and Key(Entity.USER, key.name) not in records:
            raise _halved(run, _users(cluster), f"user '{key.name}'")


def _halved(run: Commands, command: Words, what: str) -> UnreachableError:
    return UnreachableError(f"{' '.join(command)} on {run.where} says nothing of {what}, which is there")


def _qos() -> Words:
    columns = ("Name", *(it.column for it in ATTRIBUTES[Entity.QOS]), MARKED["qos"])
    return (*_SHOW, "qos", f"format={','.join(columns)}")


def _accounts() -> Words:
    return (*_SHOW, "account", f"format=Account,{MARKED['account']}")


def _own(cluster: str, *, marked: bool) -> Words:
    columns = ("Account", "User", "Partition", *(it.column for it in _OWN), *([COMMENT] if marked else []))
    return (*_SHOW, "assoc", "wopi", "withrawqos", "where", f"cluster={cluster}", f"format={','.join(columns)}")


def _parents(cluster: str) -> Words:
    return (*_SHOW, "assoc", "where", f"cluster={cluster}", "format=Account,User,ParentName")


def _users(cluster: str) -> Words:
    return (*_SHOW, "user", "withassoc", "where", f"cluster={cluster}", "format=User,DefaultAccount")


def _elsewhere() -> Words:
    return (*_SHOW, "assoc", "wopi", "withrawqos", "format=Cluster,QOS,DefaultQOS")


def _tres() -> Words:
    return (*_SHOW, "tres", "format=Type,Name")


def _values(run: Commands, key: Key, texts: Mapping[str, str]) -> dict[str, Value]:
    try:
        return read(key.entity, texts)
    except ValueError as error:
        raise UnreachableError(f"{run.where} says of {key} what cannot be read: {error}") from error
