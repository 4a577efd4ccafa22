"""Findings for people and for grep: ``file:line:column: CODE message; help``, related places indented below."""

from __future__ import annotations

from collections.abc import Sequence

from tenantry.finding import Finding, Severity

_WORD = {Severity.ERROR: "", Severity.WARNING: "warning: ", Severity.INFO: "note: "}
"""An error needs no word: it is what the line is about."""


def line(finding: Finding) -> str:
    """The finding in one line, without its related places."""
    place = f"{finding.location}: " if finding.location else ""
    return f"{place}{finding.code} {_WORD[finding.severity]}{finding.text}"


def text(findings: Sequence[Finding]) -> str:
    """Every finding with its related places."""
    lines: list[str] = []
    for finding in findings:
        lines.append(line(finding))
        lines += [f"  {it.location}: {it.message}" for it in finding.related if it.location]
    return "".join(f"{it}\n" for it in lines)
