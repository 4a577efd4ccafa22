"""What the rules may say of a document whose values are not all right yet.

Somebody who mistypes a number and a name wants to hear of both. But a part that was taken out must not look missing,
so only what does not depend on it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tenantry.finding import Finding, Path, Severity

_TEAMS = "teams"
_WHOLE = ("slurm", "kueue")
"""Sections that no rule compares with another one."""


def sure(findings: Iterable[Finding], removed: frozenset[Path]) -> Iterator[Finding]:
    """Errors that stay true once the removed parts are put right."""
    return (it for it in findings if it.severity is Severity.ERROR and _is_sure(it, removed))


def _is_sure(finding: Finding, removed: frozenset[Path]) -> bool:
    if finding.refers:
        # It may name an entry that was taken out, alone or with its whole section.
        return not any(finding.refers[: len(path)] == path for path in removed)
    sections = {path[0] for path in removed}
    if not sections:
        return True
    section = finding.path[0] if finding.path else ""
    if section in _WHOLE:
        return section not in sections
    # A team's rules read its own entry and other sections, which are whole.
    return sections == {_TEAMS} and section == _TEAMS and finding.path[:2] not in {path[:2] for path in removed}
