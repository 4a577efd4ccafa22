from __future__ import annotations

from tenantry.change.apply import ATTEMPTS, apply
from tenantry.change.change import Change
from tests.change.things import Numbers


def silent(_change: Change) -> None:
    """Nobody watches."""


def test_all_of_it_in_order() -> None:
    numbers = Numbers({"a": 1, "b": 2}, {"b": 1, "c": 3})
    heard: list[Change] = []
    outcome = apply(numbers.plan(), numbers, heard.append)
    assert outcome.complete
    assert numbers.there == {"a": 1, "b": 2}
    assert numbers.commands == [("set", "a", "1"), ("set", "b", "2"), ("delete", "c")]
    assert outcome.done == heard


def test_a_command_that_reports_success_and_does_nothing_is_found() -> None:
    numbers = Numbers({"a": 1}, {"c": 3}, before=lambda _, change: "done" if change.subject == "a" else None)
    outcome = apply(numbers.plan(), numbers, silent)
    assert [(it.change.subject, it.said) for it in outcome.failed] == [("a", "done")]
    assert numbers.commands == [("set", "a", "1")] * ATTEMPTS
    assert [it.subject for it in outcome.left] == ["c"]
    assert numbers.there == {"c": 3}


def test_what_fails_once_is_tried_again() -> None:
    failed: list[str] = []

    def once(_numbers: Numbers, change: Change) -> str | None:
        failed.append(change.subject)
        return "locked" if failed.count(change.subject) == 1 else None

    numbers = Numbers({"a": 1, "b": 2}, before=once)
    outcome = apply(numbers.plan(), numbers, silent)
    assert outcome.complete
    assert numbers.there == {"a": 1, "b": 2}


def test_what_another_run_did_meanwhile_counts_as_done() -> None:
    def other(numbers: Numbers, _change: Change) -> str:
        numbers.there |= {"a": 1, "b": 2}
        return "there already"

    numbers = Numbers({"a": 1, "b": 2}, before=other)
    outcome = apply(numbers.plan(), numbers, silent)
    assert outcome.complete
    assert [it.subject for it in outcome.done] == ["a", "b"]


def test_what_nobody_approved_is_not_done() -> None:
    def other(numbers: Numbers, _change: Change) -> None:
        numbers.there["theirs"] = 9

    numbers = Numbers({"a": 1}, before=other)
    outcome = apply(numbers.plan(), numbers, silent)
    assert not outcome.complete
    assert [it.subject for it in outcome.strange] == ["theirs"]
    assert numbers.there == {"a": 1, "theirs": 9}
    assert outcome.failed == []


def test_another_value_for_the_same_field_is_not_what_was_approved() -> None:
    def other(numbers: Numbers, _change: Change) -> None:
        numbers.wanted = {"a": 5, "b": 6}

    numbers = Numbers({"a": 5, "b": 2}, {"a": 1, "b": 1}, before=other)
    outcome = apply(numbers.plan(), numbers, silent)
    assert [(it.subject, it.command) for it in outcome.strange] == [("b", ("set", "b", "6"))]
    assert numbers.there == {"a": 5, "b": 2}


def test_a_deletion_that_is_refused_keeps_no_other() -> None:
    numbers = Numbers({}, {"b": 1, "c": 3, "d": 4}, before=lambda _, it: "in use" if it.subject == "c" else None)
    outcome = apply(numbers.plan(), numbers, silent)
    assert numbers.there == {"c": 3}
    assert [(it.change.subject, it.said) for it in outcome.failed] == [("c", "in use")]
    assert [it.subject for it in outcome.done] == ["b", "d"]
    assert outcome.left == ()
    assert not outcome.complete


def test_where_it_can_no_longer_be_reached_nothing_is_said_to_be_done() -> None:
    def cut(numbers: Numbers, _change: Change) -> None:
        numbers.lost = True

    numbers = Numbers({"a": 1}, {"c": 1}, before=cut)
    outcome = apply(numbers.plan(), numbers, silent)
    assert (outcome.done, outcome.lost) == ([], "out of reach")
    assert [it.subject for it in outcome.left] == ["a", "c"]
