from __future__ import annotations

from dataclasses import replace
from json import dumps, loads

import pytest

from tenantry.change.plan import Plan
from tenantry.change.safety import Permits, Refusal
from tenantry.change.saved import Saved, read
from tenantry.finding import Location, Path
from tenantry.report.plan import json
from tests.change.things import plan

PERMITS = Permits(max_deletes=3)


def saved(made: Plan) -> Saved:
    def locate(_path: Path) -> Location:
        return Location("tenancy.yaml", 3, 5)

    return read(json(made, PERMITS, [Refusal("why", "--that")], [], locate))


def test_a_plan_comes_back_with_its_permits() -> None:
    made = plan({"a": 1}, {"b": 2})
    assert saved(made).stale(made) == ()
    assert saved(made).permits == PERMITS


@pytest.mark.parametrize(
    ("wanted", "there", "said"),
    [
        ({"a": 2}, {"b": 2}, "the document wants something else"),
        ({"a": 1}, {"b": 3}, "the numbers has changed"),
    ],
)
def test_whatever_has_changed_since_is_said(wanted: dict[str, int], there: dict[str, int], said: str) -> None:
    assert saved(plan({"a": 1}, {"b": 2})).stale(plan(wanted, there)) == (said,)


def test_other_commands_for_the_same_are_another_plan() -> None:
    made = plan({"a": 1}, {})
    other = replace(made, changes=(replace(made.changes[0], command=("put", "a", "1")),))
    assert saved(made).stale(other) != ()


def test_a_plan_for_something_else_is_refused() -> None:
    made = plan({"a": 1}, {})
    assert saved(made).stale(replace(made, target="other numbers")) == ("it is for the numbers",)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 2}', '{"version": 1, "inputs": "x", "changes": 3}'])
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="plan"):
        read(text)


@pytest.mark.parametrize(
    "permits",
    [{"max_deletes": "x"}, {"max_deletes": None}, {"max_deletes": -1}, {"delete_foreign": "no"}, {"all": True}],
)
def test_what_a_hand_made_file_permits_is_not_guessed(permits: dict[str, object]) -> None:
    made = loads(json(plan({"a": 1}, {}), PERMITS, [], [], lambda _path: Location("tenancy.yaml", 3, 5)))
    with pytest.raises(ValueError, match="no whole plan"):
        read(dumps({**made, "permits": permits}))


def test_a_file_that_is_nested_without_end_is_no_plan() -> None:
    with pytest.raises(ValueError, match="it is no plan"):
        read("[" * 200_000)
