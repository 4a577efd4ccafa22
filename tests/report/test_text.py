"""Findings as text and as JSON."""

from __future__ import annotations

import json

import pytest

from tenantry.finding import Finding, Location, Related, Severity
from tenantry.report.base import Summary, plural
from tenantry.report.json import json as as_json
from tenantry.report.text import line, text

AT = Location("a.yaml", 3, 7)
ERROR = Finding("TEN101", Severity.ERROR, "no such group", "did you mean 'lab'?", ("teams", "x", "tiers", 0), AT)
WARNING = Finding("QTA203", Severity.WARNING, "no whole nodes", location=Location("b.yaml", 1, 1))
INFO = Finding("NOD110", Severity.INFO, "no pools")
RELATED = Finding(
    "NOD101",
    Severity.ERROR,
    "twice",
    location=AT,
    related=(Related("first here", ("pools",), Location("a.yaml", 1, 1)), Related("nowhere")),
)


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (ERROR, "a.yaml:3:7: TEN101 no such group; did you mean 'lab'?"),
        (WARNING, "b.yaml:1:1: QTA203 warning: no whole nodes"),
        (INFO, "NOD110 note: no pools"),
    ],
)
def test_one_line_a_finding(finding: Finding, expected: str) -> None:
    assert line(finding) == expected


def test_related_places_stand_below_and_those_without_a_place_nowhere() -> None:
    assert text([RELATED, WARNING]) == (
        "a.yaml:3:7: NOD101 twice\n  a.yaml:1:1: first here\nb.yaml:1:1: QTA203 warning: no whole nodes\n"
    )


def test_no_findings_are_no_text() -> None:
    assert text([]) == ""


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([], "no findings"),
        ([ERROR], "1 error in 1 file"),
        ([ERROR, ERROR, WARNING, INFO], "2 errors, 1 warning, 1 note in 2 files"),
        ([WARNING, WARNING], "2 warnings in 1 file"),
    ],
)
def test_summary(findings: list[Finding], expected: str) -> None:
    assert str(Summary.of(findings)) == expected


def test_plural() -> None:
    assert [plural(number, "file") for number in (0, 1, 2)] == ["0 files", "1 file", "2 files"]


def test_json_keeps_paths_as_lists_and_unknown_places_as_null() -> None:
    data = json.loads(as_json([ERROR, INFO, RELATED]))
    assert data["version"] == 1
    assert data["findings"][0]["path"] == ["teams", "x", "tiers", 0]
    assert data["findings"][1]["location"] is None
    assert data["findings"][2]["related"] == [
        {"message": "first here", "path": ["pools"], "location": {"file": "a.yaml", "line": 1, "column": 1}},
        {"message": "nowhere", "path": [], "location": None},
    ]
    assert data["summary"] == {"errors": 2, "warnings": 0, "infos": 1, "files": 1}
