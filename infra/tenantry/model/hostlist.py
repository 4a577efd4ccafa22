"""Host lists as Slurm writes them: ``gpu[001-200]``, ``rack[0-63]n[01-04]``, ``login1,gpu[08-11]``.

Own code rather than ClusterShell: that library refuses ``n[001-3]`` and accepts steps (``n[1-10/2]``), Slurm the
reverse, and it folds 10,000 two-dimensional names in seconds where this takes tens of milliseconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar, Self

from tenantry.model.hostlist_fold import fold
from tenantry.model.hostlist_parse import HostListError, expand
from tenantry.model.scalar import Scalar

__all__ = ["HostList", "HostListError"]


class HostList(Scalar):
    """An immutable, duplicate-free sequence of host names with set algebra.

    Iteration keeps the order in which the hosts were given; ``str`` folds them in natural order, in a form every
    supported Slurm release reads. Two lists are equal when they hold the same hosts, in whatever order.
    """

    __slots__ = ("_members", "names", "repeated")
    problem = HostListError
    example = "gpu[001-200]"
    json_schema: ClassVar = {
        "type": "string",
        "description": "Host names as Slurm writes them: comma lists, ranges in brackets, leading zeros kept.",
        "pattern": r"^[A-Za-z0-9_\[][A-Za-z0-9_.,\[\]-]*$",
        "examples": ["gpu[001-200]", "rack[0-7]n[01-04],login1"],
    }

    names: tuple[str, ...]
    repeated: tuple[str, ...]
    """Hosts that the text named more than once; none for a list that was made otherwise."""
    _members: frozenset[str]

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Takes names that are known to be good, such as parts of other lists; text from outside goes to ``parse``."""
        ordered = tuple(dict.fromkeys(names))
        object.__setattr__(self, "names", ordered)
        object.__setattr__(self, "_members", frozenset(ordered))
        object.__setattr__(self, "repeated", ())

    def __setattr__(self, name: str, _value: object) -> None:
        raise AttributeError(f"HostList is immutable: {name}")

    def __reduce__(self) -> tuple[type[HostList], tuple[tuple[str, ...]]]:
        return (HostList, (self.names,))

    @classmethod
    def parse(cls, text: str, *, skip_empty: bool = False) -> Self:
        """The hosts of a Slurm host list, in the order given, a repeated host once.

        Raises HostListError for what Slurm refuses and for what it accepts by luck (spaces, steps, open ranges).
        An empty element (``a,,b``) is refused unless ``skip_empty``, with which a file of a site is read as Slurm
        reads it.
        """
        names = expand(text, skip_empty=skip_empty)
        found = cls(names)
        if len(names) > len(found):
            object.__setattr__(found, "repeated", tuple(name for name, times in Counter(names).items() if times > 1))
        return found

    def __str__(self) -> str:
        return fold(self.names)

    def __repr__(self) -> str:
        return f"HostList.parse({str(self)!r})"

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, host: object) -> bool:
        return host in self._members

    def __eq__(self, other: object) -> bool:
        return self._members == other._members if isinstance(other, HostList) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._members)

    def __and__(self, other: HostList) -> HostList:
        return HostList(name for name in self.names if name in other._members)

    def __or__(self, other: HostList) -> HostList:
        return HostList((*self.names, *other.names))

    def __sub__(self, other: HostList) -> HostList:
        return HostList(name for name in self.names if name not in other._members)

    def isdisjoint(self, other: HostList) -> bool:
        """Whether no host stands in both."""
        return self._members.isdisjoint(other._members)
