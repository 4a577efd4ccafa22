"""Choosing and ordering findings."""

from __future__ import annotations

import pytest

from tenantry.check.run import at_least, chosen, in_order
from tenantry.finding import Finding, Location, Severity

CODES = ("QTA101", "QTA201", "TEN101", "POL:names")


def _finding(code: str, severity: Severity = Severity.ERROR, at: tuple[str, int, int] | None = None) -> Finding:
    return Finding(code, severity, f"{code} is wrong", location=Location(*at) if at else None)


@pytest.mark.parametrize(
    ("select", "ignore", "left"),
    [
        ([], [], CODES),
        (["QTA"], [], ("QTA101", "QTA201")),
        (["QTA2", "TEN"], [], ("QTA201", "TEN101")),
        ([], ["QTA", "POL:"], ("TEN101",)),
        (["QTA"], ["QTA1"], ("QTA201",)),
        (["XYZ"], [], ()),
    ],
)
def test_codes_are_chosen_by_their_beginning(select: list[str], ignore: list[str], left: tuple[str, ...]) -> None:
    assert tuple(it.code for it in chosen(map(_finding, CODES), select, ignore)) == left


def test_findings_come_by_file_line_column_and_code_and_each_once() -> None:
    places = [("b.yaml", 1, 1), ("a.yaml", 10, 1), ("a.yaml", 9, 2), ("a.yaml", 9, 1)]
    found = [_finding("TEN101", at=place) for place in places]
    found += [_finding("QTA101", at=("a.yaml", 9, 1)), found[0]]
    said = [(str(it.location), it.code) for it in in_order(found)]
    assert said == [
        ("a.yaml:9:1", "QTA101"),
        ("a.yaml:9:1", "TEN101"),
        ("a.yaml:9:2", "TEN101"),
        ("a.yaml:10:1", "TEN101"),
        ("b.yaml:1:1", "TEN101"),
    ]


@pytest.mark.parametrize(("severity", "left"), [("error", 1), ("warning", 2), ("info", 3)])
def test_severities_at_or_above(severity: str, left: int) -> None:
    found = [_finding("TEN101", it) for it in Severity]
    assert len(at_least(found, Severity(severity))) == left
