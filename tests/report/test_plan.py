from __future__ import annotations

from tenantry.change.apply import Failure, Outcome
from tenantry.change.change import Action, Change
from tenantry.change.difference import Difference
from tenantry.change.plan import Plan
from tenantry.finding import Location, Path
from tenantry.report.plan import outcome_text, summary, text

RAISE = Change(
    Action.UPDATE,
    "account 'vision'",
    ("sacctmgr", "-i", "modify", "account"),
    (Difference("account 'vision'", "Fairshare", "2", None),),
    ("teams", "vision"),
    effects=("its jobs run on",),
)
REMOVE = Change(Action.DELETE, "account 'old'", ("sacctmgr", "-i", "delete", "account"), foreign=True)
PLAN = Plan("the accounting of cluster 'lab'", (RAISE, REMOVE), "", "")


def locate(path: Path) -> Location:
    assert path == ("teams", "vision")
    return Location("tenancy.yaml", 7, 3)


def test_a_change_has_its_place_its_fields_its_effects_and_its_command() -> None:
    assert text(PLAN, locate) == (
        "~ account 'vision'  tenancy.yaml:7:3\n"
        "    Fairshare: unset -> 2\n"
        "    ! its jobs run on\n"
        "    $ sacctmgr -i modify account\n"
        "- account 'old'  not in the document  not marked as made by tenantry for this cluster\n"
        "    $ sacctmgr -i delete account\n"
    )
    assert summary(PLAN) == "0 to add, 1 to change, 1 to delete in the accounting of cluster 'lab'"


def test_a_command_that_only_says_that_it_worked_is_told_from_one_that_failed() -> None:
    outcome = Outcome([RAISE], [Failure(RAISE, "Modified"), Failure(REMOVE, "exit code 1: in use")])
    assert outcome_text(outcome) == (
        "failed: account 'vision': the command reported success and it is not so; it said Modified\n"
        "  sacctmgr -i modify account\n"
        "failed: account 'old': exit code 1: in use\n"
        "  sacctmgr -i delete account\n"
        "1 change made and read back; run it again to do the rest\n"
    )


def test_who_interfered_and_what_was_lost_and_left_is_told() -> None:
    said = outcome_text(Outcome(left=(REMOVE,), strange=(RAISE,), lost="ssh ctl did not answer"))
    assert said.splitlines()[:3] == [
        "changed by somebody else meanwhile: account 'vision'",
        "stopped: ssh ctl did not answer",
        "not done: account 'old'",
    ]


def test_what_is_complete_asks_for_nothing() -> None:
    assert outcome_text(Outcome([RAISE])) == "1 change made and read back\n"
