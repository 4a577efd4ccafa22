"""Every page of a rule about a scheduler's files is a test: its example raises the rule, its "use instead" is clean.

What each example says, with file, line and column, stands in ``<back end>/rules/said/<code>.expected``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tenantry.backends.kueue.stage import FILES as KUEUE
from tenantry.backends.slurm.stage import FILES as SLURM
from tenantry.check.doc import doc_of, markdown
from tenantry.check.rule import Rule, rules
from tenantry.finding import Finding, Severity
from tenantry.report.text import text
from tests.support import kueue_files, slurm_files
from tests.support.golden import Golden


@dataclass(frozen=True, slots=True)
class Family:
    """The rules of one back end, and how the examples on their pages are read."""

    name: str
    package: str
    language: str
    files: Callable[[str], tuple[Mapping[str, str], str | None]]
    findings: Callable[[str], list[Finding]]

    @property
    def said(self) -> Path:
        return Path(__file__).parent / self.name / "rules" / "said"


FAMILIES = (
    Family("slurm", SLURM.package, "text", slurm_files.example_files, slurm_files.findings_of),
    Family("kueue", KUEUE.package, "yaml", kueue_files.example_files, kueue_files.findings_of),
)
ALL = [(family, rule) for family in FAMILIES for rule in rules(family.package)]
RULES = pytest.mark.parametrize(("family", "rule"), ALL, ids=[rule.code for _, rule in ALL])


@RULES
def test_the_example_raises_the_rule_with_these_words(family: Family, rule: Rule, golden: Golden) -> None:
    own = [it for it in family.findings(doc_of(rule).example) if it.code == rule.code]
    assert own
    assert {it.severity for it in own} == {rule.severity}
    golden.file(family.said / f"{rule.code}.expected", text(own))


@RULES
def test_the_example_is_otherwise_sound(family: Family, rule: Rule) -> None:
    found = family.findings(doc_of(rule).example)
    assert {it.code for it in found if it.severity is not Severity.INFO} <= {rule.code}


@RULES
def test_what_to_use_instead_is_clean(family: Family, rule: Rule) -> None:
    found = family.findings(doc_of(rule).use_instead)
    assert not [it for it in found if it.code == rule.code or it.severity is not Severity.INFO]


@RULES
def test_every_finding_points_at_a_line_of_the_example(family: Family, rule: Rule) -> None:
    files, _ = family.files(doc_of(rule).example)
    for finding in family.findings(doc_of(rule).example):
        for at in (finding.location, *(it.location for it in finding.related)):
            assert at is not None
            assert files[at.file].splitlines()[at.line - 1][at.column - 1].strip()


@RULES
def test_the_page_has_a_title_without_a_line_break_and_every_part(family: Family, rule: Rule) -> None:
    doc = doc_of(rule)
    assert doc.title.endswith(".")
    assert all((doc.what, doc.why, doc.example.strip(), doc.use_instead.strip(), doc.sources))
    assert markdown(rule).startswith(f"# {rule.code} {rule.slug}\n")
    assert f"```{family.language}\n{doc.example}```" in markdown(rule)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_expectation_has_its_rule_and_every_rule_its_own_slug(family: Family) -> None:
    own = [rule for it, rule in ALL if it is family]
    assert {path.stem for path in family.said.glob("*.expected")} == {rule.code for rule in own}
    assert len({rule.slug for rule in own}) == len(own)
