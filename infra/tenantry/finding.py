"""What a check, the loader or a back end has to say: the lowest layer, which everybody returns.

Rules speak in model paths; ``load`` alone turns a path into a :class:`Location`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

Path = tuple[str | int, ...]
"""Keys and list indexes from the document's root to a value, as the user wrote them:
``("teams", "vision")``."""


class Severity(StrEnum):
    """How much a finding matters; ``--fail-on`` compares by :attr:`rank`."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """3 for an error, 2 for a warning, 1 for an info."""
        return {"error": 3, "warning": 2, "info": 1}[self.value]


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a text file; lines and columns count from 1, as editors and SARIF do."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that explains a finding ("capacity is set here")."""

    message: str
    path: Path = ()
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or worth knowing.

    ``message`` says what is wrong, ``help`` what would be right; together they read ``message; help``.
    ``path`` is the model path, ``location`` its place in a file once it is known.
    """

    code: str
    severity: Severity
    message: str
    help: str = ""
    path: Path = ()
    location: Location | None = None
    related: tuple[Related, ...] = ()
    refers: Path = ()
    """Where the document would have what the value at ``path`` names; empty where it names nothing that is missing."""

    def at(self, location: Location, related: tuple[Related, ...] | None = None) -> Finding:
        """The same finding with its place in a file."""
        return replace(self, location=location, related=self.related if related is None else related)

    @property
    def text(self) -> str:
        """``message; help``, the sentence that every format prints."""
        return f"{self.message}; {self.help}" if self.help else self.message


def path_text(path: Path) -> str:
    """``teams.vision.quota.h100`` or ``tiers[0]``, for people to read."""
    parts: list[str] = []
    for key in path:
        parts.append(f"[{key}]" if isinstance(key, int) else (f".{key}" if parts else key))
    return "".join(parts)
