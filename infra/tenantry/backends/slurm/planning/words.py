"""Commands for sacctmgr, word by word; ``-i`` since it would otherwise ask, and ask an ended input for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tenantry.backends.slurm.accounting.types import Entity, Key
from tenantry.backends.slurm.mark import MARKED, mark

SACCTMGR: Final = ("sacctmgr", "-i")
"""What every change starts with."""

Words = tuple[str, ...]


def add(key: Key, cluster: str, settings: Iterable[str]) -> Words:
    """Makes a thing, with all that can be set on it at once, and marks it as made by the program."""
    option = MARKED.get(key.entity.value)
    marked = (f"{option}={mark(cluster)}",) if option else ()
    return (*SACCTMGR, "add", _noun(key), *_which(key, cluster), *marked, *settings)


def modify(key: Key, cluster: str, settings: Iterable[str]) -> Words:
    """Changes a thing that is there."""
    return (*SACCTMGR, "modify", _noun(key), "where", *_which(key, cluster), "set", *settings)


def delete(key: Key, cluster: str) -> Words:
    """Takes a thing away; of an account or a user what it has on this cluster alone."""
    return (*SACCTMGR, "delete", _noun(key), "where", *_which(key, cluster))


def _noun(key: Key) -> str:
    return Entity.USER.value if key.entity is Entity.ASSOCIATION else key.entity.value


def _which(key: Key, cluster: str) -> Words:
    name = (f"name={key.name}",)
    if key.entity is Entity.QOS:
        return name
    if key.entity is not Entity.ASSOCIATION:
        return (*name, f"cluster={cluster}")
    partition = (f"partition={key.partition}",) if key.partition else ()
    return (*name, f"cluster={cluster}", f"account={key.account}", *partition)
