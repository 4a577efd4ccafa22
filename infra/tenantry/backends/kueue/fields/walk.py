"""Every value of an object beside the field of the table that it stands for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tenantry.backends.kueue.fields.table import Field
from tenantry.backends.kueue.parse.value import Value
from tenantry.finding import Location

_EVERY: Final = frozenset({"apiVersion", "kind", "metadata", "status"})
"""Fields of every object; Kubernetes checks its own."""


@dataclass(frozen=True, slots=True)
class Found:
    """One value, or one that is missing."""

    name: str
    """As the table spells the way to it."""
    field: Field | None
    """None for a field that the version does not have."""
    value: Value | None
    """None for a required field that is missing."""
    at: Location
    """Where its key stands, or the item of a list; where it is missing, what it should stand in."""
    entry: str = ""
    """The key of a value of a map."""

    @property
    def key(self) -> str:
        """Its own name, for people to read: ``nominalQuota``, ``levels``."""
        return self.name.rstrip("[]{}").rpartition(".")[2]


def walk(said: Value, fields: Mapping[str, Field]) -> Iterator[Found]:
    """All values of an object, and the required fields that it lacks; null is nothing."""
    required: dict[str, list[tuple[str, Field]]] = {}
    for name, field in fields.items():
        if field.required:
            parent, _, key = name.rpartition(".")
            required.setdefault(parent, []).append((key, field))
    yield from _Walk(fields, required).object(said, "")


@dataclass(frozen=True, slots=True)
class _Walk:
    """The fields of one kind, and the required ones by what they stand in."""

    fields: Mapping[str, Field]
    required: Mapping[str, list[tuple[str, Field]]]

    def object(self, said: Value, name: str) -> Iterator[Found]:
        for key, value in said.entries():
            if name:
                yield from self.value(f"{name}.{key}", value, said.keys[key])
            elif key not in _EVERY:
                yield from self.value(key, value, said.keys[key])
        for key, field in self.required.get(name, ()):
            if said.get(key) is None:
                yield Found(field.name, field, None, said.at)

    def value(self, name: str, value: Value, at: Location, entry: str = "") -> Iterator[Found]:
        field = self.fields.get(name)
        if value.value is None and not name.endswith("[]"):
            return
        yield Found(name, field, value, at, entry)
        if field is None:
            return
        if field.type == "object" and isinstance(value.value, Mapping):
            yield from self.object(value, name)
        elif field.type == "map":
            for key, inner in value.entries():
                yield from self.value(f"{name}{{}}", inner, value.keys[key], key)
        elif field.type == "list":
            for inner in value.items():
                yield from self.value(f"{name}[]", inner, inner.at)
