"""What the rules may say of a document whose values are not all right yet.

Somebody who mistypes a number and a name wants to hear of both. But a part that was taken out must not look missing,
so only what does not depend on it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tenantry.check.rules.references.unknown_name import CODE as UNKNOWN_NAME
from tenantry.finding import Finding, Path, Severity

_TEAMS = "teams"


def sure(findings: Iterable[Finding], removed: frozenset[Path]) -> Iterator[Finding]:
    """Errors that stay true once the removed parts are put right."""
    names = {path[-1] for path in removed}
    entries = {path[:2] for path in removed}
    in_teams = all(path[0] == _TEAMS for path in removed)
    for finding in findings:
        if finding.severity is not Severity.ERROR:
            continue
        if finding.code == UNKNOWN_NAME:
            # The name may be that of an entry that was taken out.
            if not any(f"'{name}'" in finding.message for name in names):
                yield finding
        elif in_teams and finding.path[0] == _TEAMS and finding.path[:2] not in entries:
            # A team's rules read its own entry and other sections, which are whole.
            yield finding
