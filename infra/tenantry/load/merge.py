"""Several files to one document: sections are joined by their entries, and no entry may stand twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tenantry.finding import Finding, Related
from tenantry.load.codes import IN_TWO_FILES, TIER_ORDER
from tenantry.load.marks import Entry, location
from tenantry.load.yaml import Parsed


@dataclass(slots=True)
class Merged:
    """All files together, as if they were one."""

    data: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, Entry] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def merge(files: Sequence[Parsed]) -> Merged:
    """Joins top-level sections by their entries (teams by team, slurm by its keys); the first of two entries stays."""
    merged = Merged()
    parts: dict[str, int] = {}
    for file in files:
        for section, value in file.data.items():
            _section(merged, section, value, file.marks[section])
            parts[section] = parts.get(section, 0) + 1
    if parts.get("tiers", 0) > 1:
        _tier_order(merged, [file.marks["tiers"] for file in files if "tiers" in file.data])
    return merged


def _section(merged: Merged, section: str, value: Any, entry: Entry) -> None:
    if section not in merged.data:
        copied = isinstance(value, dict)  # what is added later must not reach into the file's own data
        merged.data[section] = dict(value) if copied else value
        inside = dict(entry.inside) if isinstance(entry.inside, dict) else entry.inside
        merged.marks[section] = entry._replace(inside=inside)
        return
    there, marks = merged.data[section], merged.marks[section].inside
    if not (isinstance(there, dict) and isinstance(marks, dict) and isinstance(value, dict)):
        _twice(merged, (section,), entry, merged.marks[section])
        return
    assert isinstance(entry.inside, dict)
    for key, inner in value.items():
        if key in there:
            _twice(merged, (section, key), entry.inside[key], marks[key])
        else:
            there[key] = inner
            marks[key] = entry.inside[key]


def _twice(merged: Merged, path: tuple[str, ...], entry: Entry, first: Entry) -> None:
    at, other = location(entry.key), location(first.key)
    message = f"{'.'.join(path)} stands in another file too"
    hint = f"keep one of the two; the first is at {other}"
    related = (Related("it stands here already", path, other),)
    merged.findings.append(IN_TWO_FILES.finding(message, hint, at, path, related))


def _tier_order(merged: Merged, places: list[Entry]) -> None:
    tiers = merged.data["tiers"]
    if isinstance(tiers, dict) and not all(isinstance(it, dict) and "order" in it for it in tiers.values()):
        related = (Related("the first tiers stand here", ("tiers",), location(places[0].key)),)
        message, hint = (
            "tiers stand in several files without an order",
            "give every tier `order`, or keep them in one file",
        )
        merged.findings.append(TIER_ORDER.finding(message, hint, location(places[1].key), ("tiers",), related))
