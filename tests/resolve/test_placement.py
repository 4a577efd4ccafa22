"""Where a quota lives: the nearest statement decides, and what cannot be told names its value."""

from __future__ import annotations

from typing import Any

import pytest

from tenantry.model.scheduler import Scheduler
from tenantry.resolve.placement import Placement, Reason, Unplaced, where
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Entitlement
from tests.resolve.documents import document, team

SLURM, KUEUE = Scheduler.SLURM, Scheduler.KUEUE
QUOTA = ("teams", "vision", "quota", "h100")
ON_SLURM = Placement((SLURM,), {SLURM: 16})
ON_KUEUE = Placement((KUEUE,), {KUEUE: 16})
PROPORTIONAL = Placement((SLURM, KUEUE), None)


def placed(quota: Any, *, stated: dict[str, Any] | None = None, **over: Any) -> Placement | Unplaced:
    return where(document(teams=team(quota, **(stated or {})), **over), "vision", "h100")


@pytest.mark.parametrize(
    ("quota", "stated", "defaults", "expected"),
    [
        ({"on": "slurm"}, {}, {}, ON_SLURM),
        ({"on": ["slurm"]}, {"on": "kueue"}, {"split": "proportional"}, ON_SLURM),
        ({}, {"on": "kueue"}, {"on": "slurm"}, ON_KUEUE),
        ({}, {}, {"on": "slurm"}, ON_SLURM),
        ({}, {}, {"split": "proportional"}, PROPORTIONAL),
        ({}, {"split": "proportional"}, {"on": "kueue"}, PROPORTIONAL),
        ({"split": "proportional"}, {"on": "kueue"}, {}, PROPORTIONAL),
        ({"on": ["kueue"], "split": "proportional"}, {}, {}, ON_KUEUE),
        ({}, {"on": ["kueue", "slurm"]}, {"split": "proportional"}, PROPORTIONAL),
        ({"split": {"kueue": 12, "slurm": 4}}, {"on": "kueue"}, {}, Placement((SLURM, KUEUE), {SLURM: 4, KUEUE: 12})),
        ({"split": {"kueue": 16}}, {}, {}, ON_KUEUE),
        ({"split": {"kueue": 16, "slurm": 0}}, {}, {}, Placement((SLURM, KUEUE), {SLURM: 0, KUEUE: 16})),
    ],
)
def test_the_nearest_statement_decides(
    quota: dict[str, Any], stated: dict[str, Any], defaults: dict[str, Any], expected: Placement
) -> None:
    assert placed({"nominal": 16, **quota}, stated=stated, defaults=defaults) == expected


@pytest.mark.parametrize(
    ("quota", "stated", "over", "expected"),
    [
        ({}, {}, {}, Unplaced(Reason.NOTHING_SAID, QUOTA)),
        ({"on": ["slurm", "kueue"]}, {}, {}, Unplaced(Reason.SPLIT_MISSING, (*QUOTA, "on"))),
        ({}, {"on": ["slurm", "kueue"]}, {}, Unplaced(Reason.SPLIT_MISSING, ("teams", "vision", "on"))),
        ({}, {"on": "kueue"}, {"kueue": None}, Unplaced(Reason.UNKNOWN_SCHEDULER, ("teams", "vision", "on", 0))),
        (
            {"split": {"slurm": 8, "kueue": 8}},
            {},
            {"kueue": None},
            Unplaced(Reason.UNKNOWN_SCHEDULER, (*QUOTA, "split", "kueue")),
        ),
        ({"split": {"slurm": 8, "kueue": 9}}, {}, {}, Unplaced(Reason.SUM, (*QUOTA, "split"))),
        ({"split": {}}, {}, {}, Unplaced(Reason.SUM, (*QUOTA, "split"))),
        ({"split": "proportional"}, {}, {"pools": None}, Unplaced(Reason.NO_POOLS, (*QUOTA, "split"))),
        (
            {},
            {},
            {"pools": None, "defaults": {"split": "proportional"}},
            Unplaced(Reason.NO_POOLS, ("defaults", "split")),
        ),
    ],
)
def test_what_cannot_be_told(
    quota: dict[str, Any], stated: dict[str, Any], over: dict[str, Any], expected: Unplaced
) -> None:
    assert placed({"nominal": 16, **quota}, stated=stated, **over) == expected


@pytest.mark.parametrize("quota", [16, {"nominal": 16, "split": "proportional"}, {"nominal": 16, "on": "slurm"}])
def test_one_scheduler_holds_everything(quota: Any) -> None:
    assert placed(quota, kueue=None) == ON_SLURM


def test_a_scheduler_pinned_at_zero_may_still_be_borrowed_on() -> None:
    # Borrow 32 by 48:16 is 24 and 8.
    pinned = {"nominal": 8, "borrow": 32, "split": {"slurm": 8, "kueue": 0}}
    assert resolve(document(teams=team(pinned))).teams["vision"].entitlements == {
        ("h100", SLURM): Entitlement(nominal=8, borrow=24, lend=8),
        ("h100", KUEUE): Entitlement(nominal=0, borrow=8, lend=0),
    }


def test_an_unplaced_quota_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="nothing said"):
        resolve(document(teams=team(16)))
