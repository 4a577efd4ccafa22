from __future__ import annotations

import pytest

from tenantry.change.safety import MAX_DELETES, Permits, unsafe
from tests.change.things import plan

MANY = {f"n{number:02}": 1 for number in range(MAX_DELETES + 1)}


def needed(there: dict[str, int], permits: Permits, foreign: frozenset[str] = frozenset()) -> list[str]:
    return [it.needed for it in unsafe(plan({}, there, foreign), permits)]


def test_few_deletions_of_its_own_pass() -> None:
    assert needed(dict(list(MANY.items())[:MAX_DELETES]), Permits()) == []


def test_many_deletions_have_to_be_allowed() -> None:
    assert needed(MANY, Permits()) == [f"--max-deletes {len(MANY)}"]
    assert needed(MANY, Permits(max_deletes=len(MANY))) == []


@pytest.mark.parametrize("permitted", [True, False])
def test_what_others_made_goes_only_where_that_is_permitted(permitted: bool) -> None:
    found = needed({"a": 1}, Permits(delete_foreign=permitted), frozenset({"a"}))
    assert bool(found) is not permitted
    assert all("--delete-foreign" in it for it in found)


def test_all_reasons_are_given_at_once() -> None:
    assert len(needed(MANY, Permits(), frozenset({"n00"}))) == 2
