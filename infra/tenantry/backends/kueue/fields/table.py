"""Every field of Kueue's objects, by release and API version: what the API server keeps, and what it refuses.

Source: Kueue's CRDs (config/components/crd/bases) of the newest patch of every minor release, 0.9.5 to 0.19.2; what is
in ``status`` is left out. A field that is not in a version is dropped by the API server, unless whoever writes it asks
for strict validation, as kubectl does.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from tenantry.backends.kueue.facts import RELEASES

_ORDER: Final = tuple(RELEASES)
VERSIONS: Final = ("v1alpha1", "v1beta1", "v1beta2")
"""Oldest first."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of one kind in one version."""

    name: str
    """The way to it: ``spec.resourceGroups[].flavors``; ``[]`` is an item of a list, ``{}`` a value of a map."""
    type: str
    """object, map, list, text, integer or quantity."""
    required: bool
    values: frozenset[str]
    """The words that are allowed; empty where any is."""
    shape: str
    """``name`` for what is an RFC 1123 subdomain, ``label`` for the key of a label, else empty."""
    least: int
    """Items, or characters, that it has to have."""
    most: int | None
    """Items, entries or characters that it may have."""


@cache
def fields(release: str, kind: str, version: str) -> Mapping[str, Field]:
    """The fields of a kind in a version that the release serves; empty where it serves none."""
    return MappingProxyType(
        {it.name: it for row in _rows() if row["kind"] == kind and _has(row[version], release) for it in [_field(row)]}
        if version in VERSIONS
        else {}
    )


@cache
def kinds() -> frozenset[str]:
    """The kinds whose fields are known."""
    return frozenset(row["kind"] for row in _rows())


def served(release: str, kind: str) -> tuple[str, ...]:
    """The versions in which a release serves a kind, oldest first."""
    return tuple(version for version in VERSIONS if fields(release, kind, version))


@cache
def _rows() -> tuple[dict[str, str], ...]:
    text = resources.files(__package__).joinpath("fields.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


def _has(releases: str, release: str) -> bool:
    """Whether ``0.9 to 0.12``, ``0.15 on`` or nothing has a release."""
    first, _, last = releases.partition(" to ")
    first = first.removesuffix(" on")
    return bool(first) and _ORDER.index(first) <= _ORDER.index(release) <= _ORDER.index(last or _ORDER[-1])


def _field(row: Mapping[str, str]) -> Field:
    shape = row["values"] if row["values"] in {"name", "label"} else ""
    words = frozenset(row["values"].split("|")) if row["values"] and not shape else frozenset[str]()
    most = int(row["most"]) if row["most"] else None
    return Field(row["field"], row["type"], bool(row["required"]), words, shape, int(row["least"] or 0), most)
