"""Pieces of CEL, and the one place that quotes text into it."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SAFE = re.compile(r"[A-Za-z0-9 _.,:;/()<>=+-]*")


def text(value: str) -> str:
    """A CEL string literal. ValueError for characters that no name of a document has: nothing is escaped by luck."""
    if not _SAFE.fullmatch(value):
        raise ValueError(f"cannot stand in CEL: {value!r}")
    return f"'{value}'"


def texts(values: Iterable[str]) -> str:
    """A CEL list of string literals."""
    return f"[{', '.join(map(text, values))}]"


def joined(parts: Iterable[str], operator: str) -> str:
    """Expressions under one operator of two sides (``&&``, ``||``, ``+``), each in parentheses."""
    return f" {operator} ".join(f"({part})" for part in parts)


def label(thing: str, key: str) -> str:
    """The value of a label of an object; empty where it has none."""
    held = f"{thing}.metadata.labels"
    return f"has({held}) && {text(key)} in {held} ? {held}[{text(key)}] : ''"


def present(start: str, *path: str) -> str:
    """Whether every part of a path below ``start`` is there."""
    return " && ".join(f"has({'.'.join((start, *path[: depth + 1]))})" for depth in range(len(path)))


def field(start: str, *path: str, given: Iterable[str] = ()) -> str:
    """A list of the one value below ``start``; empty where a part of the path, or one of ``given``, is missing."""
    there = " && ".join((*(f"has({part})" for part in given), present(start, *path)))
    return f"{there} ? [{'.'.join((start, *path))}] : []"
