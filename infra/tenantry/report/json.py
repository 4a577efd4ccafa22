"""Findings for programs. The shape is version 1; what it has stays, what is new may be added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tenantry.emit import to_json
from tenantry.finding import Finding, Location
from tenantry.report.base import Summary

VERSION = 1


def as_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """Findings and summary as plain data. A path is a list of keys and indexes; an unknown location is null."""
    return {
        "version": VERSION,
        "findings": [_finding(it) for it in findings],
        "summary": asdict(Summary.of(findings)),
    }


def json(findings: Sequence[Finding]) -> str:
    """The same as text."""
    return to_json(as_data(findings))


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "help": finding.help,
        "path": list(finding.path),
        "location": _location(finding.location),
        "related": [
            {"message": it.message, "path": list(it.path), "location": _location(it.location)} for it in finding.related
        ],
    }


def _location(location: Location | None) -> dict[str, Any] | None:
    return asdict(location) if location else None
