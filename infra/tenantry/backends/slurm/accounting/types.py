"""The content of the accounting database, in normal forms: two values mean the same if and only if they are equal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tenantry.finding import Path

Value = int | str | tuple[str, ...] | tuple[tuple[str, int], ...]
"""A count, seconds, minutes or a weight; a name; names, sorted, each once; TRES, sorted, to amounts."""


class Entity(StrEnum):
    """What sacctmgr keeps; the value is its word for it."""

    QOS = "qos"
    ACCOUNT = "account"
    USER = "user"
    """A login as a whole: its default account."""
    ASSOCIATION = "association"
    """A user in an account."""


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """Which thing; names of QOS and accounts in lower case, as the database keeps them."""

    entity: Entity
    name: str
    account: str = ""
    """Of an association."""
    partition: str = ""
    """Of an association that holds in one partition alone; the program makes none of those."""

    def __str__(self) -> str:
        where = f" of account '{self.account}'" if self.account else ""
        return f"{'user' if self.entity is Entity.ASSOCIATION else self.entity.value} '{self.name}'{where}"


@dataclass(frozen=True, slots=True)
class Record:
    """One thing and what is set on it itself, nothing inherited; what is not set has no entry."""

    key: Key
    values: Mapping[str, Value]
    """Attribute, in sacctmgr's spelling for ``set`` (see ``attributes``), to its normal form."""
    ours: bool = False
    """Whether the program made it: its mark says so (see ``mark``)."""
    path: Path = ()
    """The model path that wants it; empty for what was read."""
    other: str = ""
    """The other cluster whose mark it carries."""


@dataclass(frozen=True, slots=True)
class Accounting:
    """QOS of the whole database, accounts and associations of one cluster."""

    cluster: str
    records: Mapping[Key, Record]
    tres: frozenset[str] = frozenset()
    """TRES the database knows, such as ``gres/gpu:h100``; a limit on any other is refused."""
    registered: bool = True
    """Whether the cluster is there at all."""
    unmanaged: frozenset[str] = frozenset()
    """Accounts whose users somebody else manages; nothing is said of those."""
    used: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Account to what its jobs hold now (``scontrol show assoc_mgr``); empty where that was not read."""
    elsewhere: frozenset[str] = frozenset()
    """QOS that something on another cluster of the database names."""
    comments: bool = True
    """Whether the release has a place for the mark of a user in an account."""
