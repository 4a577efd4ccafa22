"""Options of a NodeName line, node by node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tenantry.backends.slurm.parse import values
from tenantry.model.hostlist import HostListError

_ONE_EACH: Final = frozenset({"port", "nodeaddr", "nodehostname", "bcastaddr"})
"""Keys whose value may be a list with an element a node (slurm.conf(5), NodeAddr)."""


def spread(hosts: Iterable[str], options: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Each host with the options that hold for it."""
    names = list(hosts)
    lists = {key: each for key, value in options.items() if (each := _each(key, value, len(names)))}
    for at, host in enumerate(names):
        yield host, {key: lists[key][at] if key in lists else value for key, value in options.items()}


def _each(key: str, value: str, count: int) -> tuple[str, ...]:
    """The elements of a list of as many; none for what stands for every node."""
    if key.lower() not in _ONE_EACH or (count == 1 and "[" not in value):
        return ()
    try:
        found = values.hosts(value).names
    except HostListError:
        return ()
    return found if len(found) == count else ()
