"""What every format of a report has in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tenantry.finding import Finding, Severity


@dataclass(frozen=True, slots=True)
class Summary:
    """How many findings of each severity, in how many files."""

    errors: int
    warnings: int
    infos: int
    files: int

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> Summary:
        """Counts findings."""
        counts = {severity: sum(it.severity is severity for it in findings) for severity in Severity}
        files = {it.location.file for it in findings if it.location}
        return cls(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.INFO], len(files))

    def __str__(self) -> str:
        counted = ((self.errors, "error"), (self.warnings, "warning"), (self.infos, "note"))
        parts = [plural(number, noun) for number, noun in counted if number]
        return f"{', '.join(parts)} in {plural(self.files, 'file')}" if parts else "no findings"


def plural(number: int, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Format(Protocol):
    """One way to write findings; the text ends in a line feed unless it is empty."""

    def __call__(self, findings: Sequence[Finding]) -> str:
        """The findings, in the order given."""
        ...
