"""Every page of a rule about Kueue's manifests is a test: its example raises the rule, its "use instead" is clean.

What each example says, with file, line and column, stands in ``said/<code>.expected``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.backends.kueue.stage import FILES
from tenantry.check.doc import doc_of, markdown
from tenantry.check.rule import Rule, rules
from tenantry.finding import Severity
from tenantry.report.text import text
from tests.support.golden import Golden
from tests.support.kueue_files import example_files, findings_of

SAID = Path(__file__).parent / "said"
ALL = rules(FILES.package)
RULES = pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)


@RULES
def test_the_example_raises_the_rule_with_these_words(rule: Rule, golden: Golden) -> None:
    own = [it for it in findings_of(doc_of(rule).example) if it.code == rule.code]
    assert own
    assert {it.severity for it in own} == {rule.severity}
    golden.file(SAID / f"{rule.code}.expected", text(own))


@RULES
def test_the_example_is_otherwise_sound(rule: Rule) -> None:
    found = findings_of(doc_of(rule).example)
    assert {it.code for it in found if it.severity is not Severity.INFO} <= {rule.code}


@RULES
def test_what_to_use_instead_is_clean(rule: Rule) -> None:
    found = findings_of(doc_of(rule).use_instead)
    assert not [it for it in found if it.code == rule.code or it.severity is not Severity.INFO]


@RULES
def test_every_finding_points_at_a_line_of_the_example(rule: Rule) -> None:
    files, _ = example_files(doc_of(rule).example)
    for finding in findings_of(doc_of(rule).example):
        for at in (finding.location, *(it.location for it in finding.related)):
            assert at is not None
            assert files[at.file].splitlines()[at.line - 1][at.column - 1].strip()


@RULES
def test_the_page_has_a_title_without_a_line_break_and_every_part(rule: Rule) -> None:
    doc = doc_of(rule)
    assert doc.title.endswith(".")
    assert all((doc.what, doc.why, doc.example.strip(), doc.use_instead.strip(), doc.sources))
    assert markdown(rule).startswith(f"# {rule.code} {rule.slug}\n")
    assert f"```yaml\n{doc.example}```" in markdown(rule)


def test_every_expectation_has_its_rule_and_every_rule_its_own_slug() -> None:
    assert {path.stem for path in SAID.glob("*.expected")} == {rule.code for rule in ALL}
    assert len({rule.slug for rule in ALL}) == len(ALL)
