"""A value of a manifest with its place, and those of everything in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tenantry.backends.kueue.parse.scalars import text_of
from tenantry.finding import Location


@dataclass(frozen=True, slots=True)
class Value:
    """One value. Looking for what is not there, or is of another kind, finds nothing and raises nothing."""

    value: Any
    """Text, a number, a truth value, None, a mapping of text to values, or a tuple of values."""
    at: Location
    keys: Mapping[str, Location] = field(default_factory=dict)
    """Where each key of a mapping stands."""

    def get(self, *path: str) -> Value | None:
        """What stands under these keys; None for nothing, and for a null, which Kubernetes reads as nothing."""
        found: Value | None = self
        for key in path:
            if found is None or not isinstance(found.value, Mapping):
                return None
            found = found.value.get(key)
        return None if found is None or found.value is None else found

    def text(self, *path: str, default: str = "") -> str:
        """The text there; ``default`` where there is none or it is no text."""
        found = self.get(*path)
        return found.value if found is not None and isinstance(found.value, str) else default

    def number(self, *path: str) -> int | None:
        """The whole number there."""
        found = self.get(*path)
        return found.value if found is not None and type(found.value) is int else None

    def items(self, *path: str) -> tuple[Value, ...]:
        """The items of the list there."""
        found = self.get(*path)
        return found.value if found is not None and isinstance(found.value, tuple) else ()

    def entries(self, *path: str) -> Iterator[tuple[str, Value]]:
        """Keys and values of the mapping there."""
        found = self.get(*path)
        if found is not None and isinstance(found.value, Mapping):
            yield from found.value.items()

    def texts(self, *path: str) -> dict[str, str]:
        """The texts of the mapping there; what is no text is left out."""
        return {key: it.value for key, it in self.entries(*path) if isinstance(it.value, str)}

    def place(self, *path: str) -> Location:
        """Where the value under these keys stands; the key of the last mapping on the way where it is missing."""
        found, at = self, self.at
        for key in path:
            if not isinstance(found.value, Mapping) or key not in found.value:
                return at
            at, found = found.keys[key], found.value[key]
        return at if isinstance(found.value, Mapping | tuple) else found.at

    def key(self, *path: str) -> Location:
        """Where the last of these keys stands."""
        parent = self.get(*path[:-1])
        return self.place(*path) if parent is None else parent.keys.get(path[-1], self.place(*path))

    @property
    def shown(self) -> str:
        """A scalar as the API server has it."""
        return text_of(self.value) if not isinstance(self.value, Mapping | tuple) else self.kind

    @property
    def kind(self) -> str:
        """What it is, in the words of a message."""
        for kinds, word in _WORDS:
            if isinstance(self.value, kinds):
                return word
        return "nothing"

    @property
    def plain(self) -> Any:
        """The same without places: dict, list and scalars."""
        if isinstance(self.value, Mapping):
            return {key: it.plain for key, it in self.value.items()}
        return [it.plain for it in self.value] if isinstance(self.value, tuple) else self.value


_WORDS: tuple[tuple[Any, str], ...] = (
    (bool, "a truth value"),
    (int | float, "a number"),
    (str, "text"),
    (Mapping, "a mapping"),
    (tuple, "a list"),
)
