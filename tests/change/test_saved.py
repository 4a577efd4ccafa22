from __future__ import annotations

from dataclasses import replace

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
