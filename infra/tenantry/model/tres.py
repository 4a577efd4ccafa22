"""Slurm's trackable resources (TRES) as limits write them: ``cpu=64,mem=1T,gres/gpu:h100=8``.

Source: slurm.conf(5) AccountingStorageTRES, sacctmgr(1); src/common/slurmdb_defs.c (names, order, units).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, Self

from tenantry.model.memory import SlurmMemory, SlurmMemoryError
from tenantry.model.problem import ValueProblem, shown
from tenantry.model.scalar import Scalar

STATIC: Final = ("cpu", "mem", "energy", "node", "billing", "fs/disk", "vmem", "pages")
"""The resources every Slurm has, in the order of their ids."""

MAX_VALUE: Final = 2**63 - 1

_DYNAMIC = re.compile(r"(?:bb|fs|gres|ic|license)/[a-z0-9_][a-z0-9_.:@-]*")
_MEANT: Final = {
    "cpus": "cpu",
    "memory": "mem",
    "nodes": "node",
    "gpu": "gres/gpu",
    "gpus": "gres/gpu",
    "licenses": "license/<name>",
    "gres": "gres/gpu",
}


class TresError(ValueProblem):
    """A TRES string that Slurm would refuse, or would accept and misread."""

    slug = "tres"


class Tres(Scalar, Mapping[str, int]):
    """An immutable mapping from TRES name, in lower case, to a count; ``mem`` counts MiB.

    Iteration and ``str`` follow Slurm: the built-in resources by id, then the others by name.
    """

    __slots__ = ("_items",)
    problem = TresError
    example = "cpu=64,gres/gpu:h100=8,mem=1T"
    json_schema: ClassVar = {
        "type": "string",
        "description": "Resources as Slurm limits write them; a number without suffix for mem is MiB.",
        "pattern": r"^[A-Za-z][^=,\s]*=[0-9]+[KMGTPkmgtp]?(,[A-Za-z][^=,\s]*=[0-9]+[KMGTPkmgtp]?)*$",
        "examples": ["gres/gpu:h100=8", "cpu=64,mem=1T"],
    }

    _items: dict[str, int]

    def __init__(self, counts: Mapping[str, int] | None = None) -> None:
        """Takes counts by name; raises TresError for an unknown name or a negative count."""
        checked = {_name(name): _count(name, count) for name, count in (counts or {}).items()}
        object.__setattr__(self, "_items", dict(sorted(checked.items(), key=_slurm_order)))

    def __setattr__(self, name: str, _value: object) -> None:
        raise AttributeError(f"Tres is immutable: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (dict(self._items),))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``name=count,...``; the empty string is no limit at all. Raises TresError.

        Only ``mem`` and burst buffers take a suffix. ``-1``, with which sacctmgr removes a limit, is no count:
        a limit that is not there is not written.
        """
        counts: dict[str, int] = {}
        for item in text.split(",") if text else ():
            written, equals, value = item.partition("=")
            if not equals:
                raise TresError(f"{shown(item)} has no count", "write name=count, such as gres/gpu=8")
            name = _name(written)
            if name in counts:
                raise TresError(f"{name} stands twice in {shown(text)}", "write each resource once")
            counts[name] = _parse_count(name, value)
        return cls(counts)

    def __getitem__(self, name: str) -> int:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __str__(self) -> str:
        return ",".join(f"{name}={_print_count(name, count)}" for name, count in self._items.items())

    def __repr__(self) -> str:
        return f"Tres.parse({str(self)!r})"


def _name(written: str) -> str:
    name = written.lower()
    if name in STATIC or _DYNAMIC.fullmatch(name):
        return name
    if name.startswith("gpu:"):
        hint = f"write gres/{name}"
    else:
        hint = f"write {_MEANT.get(name, ', '.join(STATIC[:5]) + ', gres/<name>[:<type>] or license/<name>')}"
    raise TresError(f"Slurm has no resource {shown(written)}", hint)


def _in_mib(name: str) -> bool:
    return name == "mem" or name.startswith("bb/")


def _parse_count(name: str, value: str) -> int:
    if _in_mib(name):
        try:
            return SlurmMemory.parse(value).mib
        except SlurmMemoryError as problem:
            raise TresError(f"{name}={value}: {problem.message}", problem.hint) from problem
    if not re.fullmatch(r"[0-9]{1,19}", value):
        raise TresError(f"{name}={shown(value)} is no count", "write a whole number from 0, digits only")
    return int(value)


def _count(name: str, count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_VALUE:
        raise TresError(f"{name}={shown(count)} is no count", "write a whole number from 0")
    return count


def _print_count(name: str, count: int) -> str:
    return str(SlurmMemory(count)) if _in_mib(name) else str(count)


def _slurm_order(item: tuple[str, int]) -> tuple[int, str]:
    name = item[0]
    return (STATIC.index(name), "") if name in STATIC else (len(STATIC), name)
