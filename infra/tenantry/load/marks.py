"""Where every key and value of a document stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from yaml.error import Mark

from tenantry.finding import Finding, Location, Path


class Entry(NamedTuple):
    """The marks of one key or list item; ``inside`` those of what its value holds, if that is a mapping or a list."""

    key: Mark
    value: Mark
    inside: Inside | None


Inside: TypeAlias = dict[str, Entry] | list[Entry]


def location(mark: Mark) -> Location:
    """A mark as editors count: from 1."""
    return Location(mark.name, mark.line + 1, mark.column + 1)


@dataclass(frozen=True, slots=True)
class Marks:
    """Path to place. A path that the document does not have gets the place of its nearest parent."""

    start: Location
    """Where the document starts: the place of the empty path."""
    root: dict[str, Entry]

    def key(self, path: Path) -> Location:
        """The place of the key (or of the list item)."""
        entry, _ = self._find(path)
        return location(entry.key) if entry else self.start

    def value(self, path: Path) -> Location:
        """The place of the value, or of the key that stands for the nearest parent."""
        entry, whole = self._find(path)
        if entry is None:
            return self.start
        return location(entry.value if whole else entry.key)

    def best(self, path: Path) -> Location:
        """The place to point at: a single value itself, but the key of a mapping or list, and of what is missing."""
        entry, whole = self._find(path)
        if entry is None:
            return self.start
        return location(entry.value if whole and entry.inside is None else entry.key)

    def locate(self, findings: Iterable[Finding]) -> list[Finding]:
        """Findings that know a path alone, with their place and that of everything related filled in."""
        return [self._located(finding) for finding in findings]

    def _located(self, finding: Finding) -> Finding:
        related = tuple(it if it.location else replace(it, location=self.best(it.path)) for it in finding.related)
        return finding.at(finding.location or self.best(finding.path), related)

    def _find(self, path: Path) -> tuple[Entry | None, bool]:
        """The entry of the path or of its nearest parent, and whether it is the path's own."""
        found: Entry | None = None
        inside: Inside | None = self.root
        for step in path:
            try:
                found = inside[step]  # type: ignore[index]  # a step fits what it is in, or raises
            except (KeyError, IndexError, TypeError):
                return found, False
            inside = found.inside
        return found, True
