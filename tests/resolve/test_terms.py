"""What a team, a group and a department may do beyond what is guaranteed."""

from __future__ import annotations

from typing import Any

import pytest

from tenantry.model.limit import UNLIMITED
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Entitlement
from tests.resolve.documents import document, team

SLURM, KUEUE = Scheduler.SLURM, Scheduler.KUEUE
PINNED = {"nominal": 16, "on": "slurm"}


def held(quota: Any, defined: dict[str, Any] | None = None, **over: Any) -> Entitlement:
    resolved = resolve(document(teams=team(quota, **over), tiers=defined))
    return resolved.teams["vision"].entitlements["h100", SLURM]


@pytest.mark.parametrize(
    ("quota", "over", "expected"),
    [
        ({}, {}, Entitlement(16, UNLIMITED, 16)),
        ({"borrow": 0, "lend": 0}, {}, Entitlement(16, 0, 0)),
        ({"borrow": "unlimited", "lend": "unlimited"}, {}, Entitlement(16, UNLIMITED, 16)),
        ({"borrow": 5, "lend": 3}, {}, Entitlement(16, 5, 3)),
        ({}, {"group": "products"}, Entitlement(16, 0, 0)),
        ({}, {"group": None}, Entitlement(16, 0, 0)),
    ],
)
def test_what_is_left_out(quota: dict[str, Any], over: dict[str, Any], expected: Entitlement) -> None:
    assert held({**PINNED, **quota}, **over) == expected


@pytest.mark.parametrize(
    ("used", "borrow"), [(None, UNLIMITED), (["high"], 0), (["low"], UNLIMITED), (["high", "low"], UNLIMITED), ([], 0)]
)
def test_only_tiers_that_may_borrow_let_a_team_borrow(used: list[str] | None, borrow: Any) -> None:
    entitlement = held(PINNED, {"high": {"mayBorrow": False}, "low": {}}, tiers=used)
    assert (entitlement.borrow, entitlement.lend) == (borrow, 16)


def test_without_pools_borrow_follows_nominal() -> None:
    quota = {"nominal": 32, "borrow": 16, "lend": 8, "split": {"slurm": 8, "kueue": 24}}
    resolved = resolve(document(teams=team(quota), pools=None))
    # Two nodes by 8:24 are 0.5 and 1.5; the tie goes to the first. One lent node, 0.25 and 0.75.
    assert resolved.teams["vision"].entitlements == {
        ("h100", SLURM): Entitlement(8, 8, 0),
        ("h100", KUEUE): Entitlement(24, 8, 8),
    }


def test_lend_is_cut_by_device_where_nominal_is_no_whole_node() -> None:
    quota = {"nominal": 16, "borrow": 0, "lend": 15, "split": {"slurm": 12, "kueue": 4}}
    resolved = resolve(document(teams=team(quota)))
    # 15 by 12:4 are 11.25 and 3.75.
    assert [it.lend for it in resolved.teams["vision"].entitlements.values()] == [11, 4]


def capped(cap: Any, quota: dict[str, Any], **over: Any) -> dict[Any, Any]:
    tenancy = document(teams=team(quota, department="science"), departments={"science": {"cap": {"h100": cap}}}, **over)
    return dict(resolve(tenancy).departments["science"].cap)


def test_a_cap_is_nominal_and_the_rest_by_capacity() -> None:
    quota = {"nominal": 16, "split": {"slurm": 8, "kueue": 8}}
    # 48 - 16 = 32 by 48:16 are 24 and 8.
    assert capped(48, quota) == {("h100", SLURM): 32, ("h100", KUEUE): 16}
    assert capped("unlimited", quota) == {("h100", SLURM): UNLIMITED, ("h100", KUEUE): UNLIMITED}
    assert capped(48, quota, pools=None) == {("h100", SLURM): 24, ("h100", KUEUE): 24}


def test_a_cap_lies_where_the_teams_work() -> None:
    assert capped(48, PINNED) == {("h100", SLURM): 48}


def test_a_cap_below_nominal_stands_where_one_scheduler_holds_it() -> None:
    assert capped(8, PINNED) == {("h100", SLURM): 8}


def test_a_cap_on_what_no_team_holds_lies_everywhere() -> None:
    tenancy = document(departments={"science": {"cap": {"h100": 32}}})
    assert resolve(tenancy).departments["science"].cap == {("h100", SLURM): 24, ("h100", KUEUE): 8}


def test_limits_and_users_pass_through_with_their_three_states() -> None:
    stated = {"perUser": {"h100": "unlimited"}, "perJob": {"h100": 0}, "maxRunningJobs": 5, "users": ["ada"]}
    resolved = resolve(document(teams=team(PINNED, **stated))).teams["vision"]
    assert (resolved.per_user, resolved.per_job) == ({"h100": UNLIMITED}, {"h100": 0})
    assert (resolved.max_running_jobs, resolved.max_submitted_jobs) == (5, None)
    assert resolved.users == ("ada",)
    assert resolve(document(teams=team(PINNED))).teams["vision"].users is None


def test_what_a_team_cannot_use_is_left_out() -> None:
    assert resolve(document(teams=team({"nominal": 0, "on": "slurm"}, group=None))).teams["vision"].entitlements == {}
    lent = resolve(document(teams=team(PINNED))).teams["vision"]
    assert lent.on(KUEUE) == {}
    assert list(lent.on(SLURM)) == ["h100"]
