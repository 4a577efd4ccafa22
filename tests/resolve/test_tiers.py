"""Tiers: rank, priority, limits and who evicts whom."""

from __future__ import annotations

from typing import Any

import pytest

from tenantry.model.duration import Duration
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import ResolvedTier
from tests.resolve.documents import document, team


def tiers(**stated: dict[str, Any]) -> dict[str, ResolvedTier]:
    return dict(resolve(document(tiers=stated)).tiers)


def test_the_document_s_order_is_the_rank() -> None:
    result = tiers(zebra={}, middle={}, apple={})
    assert [(tier.name, tier.rank, tier.priority) for tier in result.values()] == [
        ("zebra", 0, 3000),
        ("middle", 1, 2000),
        ("apple", 2, 1000),
    ]


def test_order_wins_over_the_document_s_order() -> None:
    assert list(tiers(low={"order": 9}, high={"order": 1}, middle={"order": 3})) == ["high", "middle", "low"]


def test_time_limits_have_three_states() -> None:
    result = tiers(a={"maxTime": "2d", "defaultTime": "1h"}, b={"maxTime": "unlimited"}, c={})
    assert [(tier.max_time, tier.unlimited) for tier in result.values()] == [
        (Duration.parse("2d"), False),
        (None, True),
        (None, False),
    ]
    assert result["a"].default_time == Duration.parse("1h")


@pytest.mark.parametrize(
    ("preempts", "across", "own_lower"),
    [
        (None, (), True),
        ([], (), False),
        (["low", "middle"], ("middle", "low"), True),
        (["low"], ("low",), False),
    ],
)
def test_who_evicts_whom(preempts: list[str] | None, across: tuple[str, ...], own_lower: bool) -> None:
    high = tiers(high={"preempts": preempts}, middle={}, low={})["high"]
    assert (high.preempts, high.preempts_own_lower) == (across, own_lower)


def test_the_lowest_tier_evicts_nobody() -> None:
    assert not tiers(high={}, low={})["low"].preempts_own_lower


def test_a_team_s_tiers_stand_highest_first() -> None:
    stated = {"a": {}, "b": {"mayBorrow": False}, "c": {}}
    quota = {"nominal": 8, "on": "slurm"}
    some = resolve(document(tiers=stated, teams=team(quota, tiers=["c", "b"]))).teams["vision"]
    assert (some.tiers, some.borrowing_tiers) == (("b", "c"), ("c",))
    every = resolve(document(tiers=stated, teams=team(quota))).teams["vision"]
    assert (every.tiers, every.borrowing_tiers) == (("a", "b", "c"), ("a", "c"))
