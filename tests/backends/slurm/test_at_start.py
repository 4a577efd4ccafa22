"""Borrowing when a job starts, as commands and as refusals; what jobs make of it is tried in tests/live/slurm."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.at_start import at_start
from tests.backends.slurm.documents import HARDWARE, files, scope, settings

SHARING = """\
tiers:
  urgent: {maxTime: 1d, mayBorrow: false}
  batch: {maxTime: 2d, grace: 90s}
groups:
  lab: {sharing: fair}
  products: {sharing: hard}
"""
FLEET = HARDWARE + SHARING
TEAMS = """\
  vision:
    {group: lab, users: [ada],
     quota: {h100: {nominal: 40, borrow: 16, lend: 24}, l40s: {nominal: 8, borrow: 0, lend: 8}}}
  speech: {group: lab, quota: {h100: {nominal: 16, lend: 8}}, users: [grace]}
  chat: {group: products, tiers: [urgent], quota: {h100: 8}, users: unmanaged}
"""
ASKED = '{release: "24.11", borrowing: at-start}'


def held(text: str, name: str) -> dict[str, str]:
    found = settings(text, f"account where name={name} cluster=demo")
    return dict(item.split("=") for item in found["GrpTRES"].split(","))


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return files(TEAMS, FLEET, ASKED)


def test_an_account_holds_nominal_of_its_type_and_borrow_of_all_together(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    # Who borrows without limit is bound by the burst QOS alone.
    assert held(text, "speech") == {"cpu": "-1", "gres/gpu": "-1", "gres/gpu:h100": "16", "gres/gpu:l40s": "0"}
    assert held(text, "vision_h100") == {"cpu": "-1", "gres/gpu": "56", "gres/gpu:h100": "40", "gres/gpu:l40s": "0"}
    assert held(text, "vision_l40s") == {"cpu": "-1", "gres/gpu": "8", "gres/gpu:h100": "0", "gres/gpu:l40s": "8"}
    assert held(text, "chat") == {"cpu": "-1", "gres/gpu": "8", "gres/gpu:h100": "8", "gres/gpu:l40s": "0"}
    assert "burst_" not in text.replace("_h100_burst", "")


def test_both_sides_are_qos_of_one_account_and_the_lowest_tier_is_the_default(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    qos = {
        name: settings(text, f"account where name={name} cluster=demo") for name in ("speech", "vision_l40s", "chat")
    }
    assert {name: (it["QOS"], it["DefaultQOS"]) for name, it in qos.items()} == {
        "speech": ("batch_h100_burst,urgent,batch", "batch"),
        "vision_l40s": ("urgent,batch", "batch"),  # borrows no l40s
        "chat": ("urgent", "urgent"),
    }


def test_one_qos_bounds_all_that_is_borrowed_of_a_flavor(made: dict[str, str]) -> None:
    found = settings(made["accounts.sacctmgr"], "qos where name=batch_h100_burst")
    assert found == {"GrpTRES": "gres/gpu:h100=48"}  # 80 - 40 - 16 - 8 left, 24 + 8 lent
    assert settings(made["qos.sacctmgr"], "qos where name=urgent")["Preempt"] == "batch_h100_burst"
    assert settings(made["qos.sacctmgr"], "qos where name=batch_h100_burst")["GraceTime"] == "90"


def test_a_user_of_a_team_with_several_flavors_starts_on_the_first(made: dict[str, str]) -> None:
    text = made["accounts.sacctmgr"]
    added = [line for line in text.splitlines() if line.startswith("add user name=ada ")]
    assert [line.rpartition("account=")[2].split()[0] for line in added] == ["vision_h100", "vision_l40s"]
    assert settings(text, "user where name=ada cluster=demo")["DefaultAccount"] == "vision_h100"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("24.11", "24.05", ("slurm", "borrowing")),
        ("mayBorrow: false", "mayBorrow: true", ("tiers",)),
        ("sharing: hard", "sharing: fair", ("groups",)),
        ("vision:\n    {", "vision:\n    {department: science, ", ("departments", "science", "cap")),
        ("perNode: 4}", "perNode: 4, shards: 4}", ("teams", "vision", "quota", "l40s")),
    ],
)
def test_what_it_cannot_hold_to_is_refused(old: str, new: str, told: tuple[str, ...]) -> None:
    fleet = FLEET + "departments:\n  science: {cap: {h100: 60}}\n"
    changed = [text.replace(old, new) for text in (TEAMS, fleet, ASKED)]
    assert changed != [TEAMS, fleet, ASKED]
    if told == ("groups",):
        changed[0] = changed[0].replace("tiers: [urgent]", "tiers: [batch]")
    assert [it.path for it in at_start(scope(*changed))] == [told]
    assert list(at_start(scope(TEAMS, fleet, ASKED))) == []
