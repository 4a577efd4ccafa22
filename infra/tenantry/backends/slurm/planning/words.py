"""Commands for sacctmgr, word by word; ``-i`` since it would otherwise ask, and ask an ended input for ever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tenantry.backends.slurm.accounting.types import Entity, Key
from tenantry.backends.slurm.mark import COMMENT, MARKED, mark

SACCTMGR: Final = ("sacctmgr", "-i")
"""What every change starts with."""

Words = tuple[str, ...]


def add(key: Key, cluster: str, settings: Iterable[str], *, comments: bool) -> Words:
    """Makes a thing, with all that can be set on it at once, and marks it as made by the program.

    ``comments`` is whether the release has a place for the mark on what belongs to one cluster.
    """
    options = [MARKED.get(key.entity.value), COMMENT if comments and key.entity is not Entity.QOS else None]
    marked = (f"{option}={mark(cluster)}" for option in options if option)
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
