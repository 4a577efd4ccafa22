"""Guardrails: the shipped ones hold to their own examples, and broken ones are told."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tenantry.assets import policies
from tenantry.check.guardrails import Guard, guard_rules, read, shipped
from tenantry.check.rule import DOCUMENT
from tenantry.check.run import run
from tenantry.finding import Finding, Severity
from tests.support.documents import STACKS, Loaded, load

GUARDS = pytest.mark.parametrize("guard", shipped().guards.values(), ids=lambda guard: guard.guardrail.id)
SMALL_SHARE = """
    id: small-share
    title: no share above 3
    why: large shares starve the others
    appliesTo: team
    schema: {share: {max: 3}, quota: {valuesrules: {schema: {nominal: {max: 30}}, allow_unknown: true}}}
    examples: {good: [{share: 3}], bad: [{share: 4}, {quota: {h100: {nominal: 31}}}]}
"""


def _write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(dedent(text), encoding="utf-8")
    return folder


def _small() -> Loaded:
    return load(STACKS / "small")


def _said(loaded: Loaded, *folders: Path) -> list[Finding]:
    assert loaded.tenancy is not None
    return loaded.locate(run(DOCUMENT, loaded.tenancy, guard_rules(read(*folders))))


def test_every_shipped_file_is_a_guardrail_that_runs() -> None:
    files = [*(policies() / "baseline").glob("*.yaml"), *(policies() / "org").glob("*.yaml")]
    assert shipped().findings == ()
    assert len(shipped().guards) == len(files) > 0


@GUARDS
def test_good_examples_pass(guard: Guard) -> None:
    assert [guard.breaches(it) for it in guard.guardrail.examples.good if guard.breaches(it)] == []


@GUARDS
def test_bad_examples_are_refused(guard: Guard) -> None:
    assert [it for it in guard.guardrail.examples.bad if not guard.breaches(it)] == []


def test_findings_name_the_guardrail_its_reason_and_the_place_inside_the_object(tmp_path: Path) -> None:
    found = _said(_small(), _write(tmp_path / "org", "small.yaml", SMALL_SHARE))
    assert [(it.code, it.severity, it.path) for it in found] == [
        ("POL:small-share", Severity.ERROR, ("teams", "vision", "quota", "h100", "nominal")),
    ]
    assert found[0].message == "no share above 3: quota.h100.nominal is 40, above 30"
    assert found[0].help == "large shares starve the others"
    assert str(found[0].location).endswith("stacks/small/tenancy.yaml:17:42")


def test_a_guardrail_of_the_organisation_replaces_one_of_the_same_id(tmp_path: Path) -> None:
    baseline = _write(tmp_path / "baseline", "a.yaml", SMALL_SHARE)
    org = _write(tmp_path / "org", "z.yaml", SMALL_SHARE.replace("max: 30", "max: 50").replace("31", "51"))
    assert _said(_small(), baseline, org) == []


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (("id: small-share", "id: Small Share"), "POL001", "'Small Share' is not a name"),
        (("appliesTo: team", "appliesTo: queue"), "POL001", "appliesTo"),
        (("    why: large shares starve the others\n", ""), "POL001", "why: Field required"),
        (("max: 3}", "maximum: 3}"), "POL001", "unknown rule"),
        (("bad: [{share: 4}, {quota: {h100: {nominal: 31}}}]", "bad: []"), "POL001", "examples.bad"),
        (("id: small-share", "id: *anchor"), "POL001", ""),
        (("title:", "id: again\n    title:"), "POL001", ""),
    ],
)
def test_a_broken_guardrail_is_told_at_its_line_and_does_not_run(
    tmp_path: Path, change: tuple[str, str], code: str, words: str
) -> None:
    folder = _write(tmp_path / "org", "small.yaml", SMALL_SHARE.replace(*change))
    guards = read(folder)
    assert guards.guards == {}
    assert [it.code for it in guards.findings] == [code]
    assert words in guards.findings[0].text
    assert guards.findings[0].location is not None
    assert guards.findings[0].location.file.endswith("small.yaml")
    assert guards.findings[0].severity is Severity.ERROR


@pytest.mark.parametrize(
    ("schema", "object_", "said"),
    [
        ("{maxTime: {forbidden: [unlimited]}}", {"maxTime": "unlimited"}, "must not be 'unlimited'"),
        ("{maxTime: {allowed: [1d, 2d]}}", {"maxTime": "3d"}, "is '3d', which is none of 1d, 2d"),
        ("{maxTime: {required: true}}", {}, "is missing"),
        ("{share: {min: 2}}", {"share": 1}, "is 1, below 2"),
        ("{group: {regex: 'a.*'}}", {"group": "lab"}, "is 'lab', which does not match a.*"),
        ("{maxTime: {dependencies: grace}}", {"maxTime": "1d"}, "needs grace beside it"),
        ("{share: {anyof: [{min: 2}, {max: 0}]}}", {"share": 1}, "breaks the rule anyof: {'min': 2}, {'max': 0}"),
    ],
)
def test_a_breach_reads_as_a_sentence(tmp_path: Path, schema: str, object_: dict[str, object], said: str) -> None:
    text = f"id: a\ntitle: t\nwhy: w\nappliesTo: tier\nschema: {schema}\nexamples: {{good: [{{}}], bad: [{{}}]}}\n"
    guards = read(_write(tmp_path / "org", "a.yaml", text))
    assert guards.findings == ()
    assert [it.message for it in guards.guards["a"].breaches(object_)] == [said]
