"""Registering rules, and the form of their docstrings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenantry.check import rule as registry
from tenantry.check.doc import parse_doc
from tenantry.check.rule import DECLARED, DOCUMENT, RESOLVED, TARGETS, Problem, rule, rules
from tenantry.finding import Severity
from tenantry.model.document import Tenancy

PAGE = """A title.

    What it does:
        This.

    Why:
        That,
        and more.

    Example:
        a: 1
        b:
          c: 2

    Use instead:
        a: 2

    Sources:
        A manual.
    """


def _nothing(_tenancy: Tenancy) -> Iterator[Problem]:
    yield from ()


def test_a_code_that_is_taken_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="TEN101 is taken by unknown-name"):
        _ = rules() and rule("TEN101", Severity.ERROR, DOCUMENT)(_nothing)


@pytest.mark.parametrize("code", ["", "TEN1", "ten101", "TEN1011", "TENN01", "POL:x"])
def test_a_code_of_another_form_is_refused_and_not_registered(code: str) -> None:
    with pytest.raises(ValueError, match="is not a rule code"):
        rule(code, Severity.ERROR, DOCUMENT)(_nothing)
    assert code not in registry._registered


def test_rules_come_by_code_and_each_stage_has_some() -> None:
    codes = [it.code for it in rules()]
    assert codes == sorted(codes)
    assert {it.stage for it in rules()} == {DECLARED, DOCUMENT, RESOLVED, TARGETS}


def test_every_rule_stands_under_the_rules_folder_and_has_a_slug_of_its_own() -> None:
    assert all(it.check.__module__.startswith("tenantry.check.rules.") for it in rules())
    assert len({it.slug for it in rules()}) == len(rules())


def test_a_docstring_is_taken_apart_at_its_headings() -> None:
    doc = parse_doc(PAGE)
    assert (doc.title, doc.what, doc.why) == ("A title.", "This.", "That,\nand more.")
    assert (doc.example, doc.use_instead, doc.sources) == ("a: 1\nb:\n  c: 2\n", "a: 2\n", "A manual.")


@pytest.mark.parametrize(
    "page",
    ["", PAGE.replace("Why:", "Because:"), PAGE.replace("    Sources:\n        A manual.\n", ""), f"{PAGE}Why:\n"],
)
def test_a_docstring_with_other_headings_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="the headings of a rule are"):
        parse_doc(page)
