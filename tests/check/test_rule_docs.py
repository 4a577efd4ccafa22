"""Every rule's page is a test: its example raises the rule and nothing worse, its "use instead" is clean.

What each example says, with line and column, stands in ``said/<code>.expected``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.check.doc import doc_of, markdown
from tenantry.check.rule import Rule, rules
from tenantry.finding import Finding, Severity
from tenantry.load.source import load_text
from tenantry.pipeline import examined
from tenantry.report.text import text
from tests.support.golden import Golden

SAID = Path(__file__).parent / "said"
RULES = pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.code)


def _findings(document: str) -> tuple[Finding, ...]:
    return examined(load_text(document, "tenancy.yaml")).findings


@RULES
def test_the_example_raises_the_rule_with_these_words(rule: Rule, golden: Golden) -> None:
    findings = _findings(doc_of(rule).example)
    own = [it for it in findings if it.code == rule.code]
    assert own
    assert {it.severity for it in own} == {rule.severity}
    golden.file(SAID / f"{rule.code}.expected", text(own))


@RULES
def test_the_example_is_otherwise_sound(rule: Rule) -> None:
    errors = {it.code for it in _findings(doc_of(rule).example) if it.severity is Severity.ERROR}
    assert errors <= {rule.code}


@RULES
def test_what_to_use_instead_is_clean(rule: Rule) -> None:
    findings = _findings(doc_of(rule).use_instead)
    assert not [it for it in findings if it.code == rule.code or it.severity is Severity.ERROR]


@RULES
def test_every_finding_points_at_a_line_of_the_example(rule: Rule) -> None:
    lines = doc_of(rule).example.splitlines()
    for finding in _findings(doc_of(rule).example):
        for at in (finding.location, *(it.location for it in finding.related)):
            assert at is not None
            assert lines[at.line - 1][at.column - 1].strip()


@RULES
def test_the_page_has_a_title_without_a_line_break_and_every_part(rule: Rule) -> None:
    doc = doc_of(rule)
    assert doc.title.endswith(".")
    assert all((doc.what, doc.why, doc.example.strip(), doc.use_instead.strip(), doc.sources))
    assert markdown(rule).startswith(f"# {rule.code} {rule.slug}\n")


def test_every_expectation_has_its_rule() -> None:
    assert {path.stem for path in SAID.glob("*.expected")} == {rule.code for rule in rules()}
