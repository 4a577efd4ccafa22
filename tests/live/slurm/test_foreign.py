"""What `tenantry slurm apply` leaves alone on real Slurm: what other hands made, and other fleets of one database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenantry.change.safety import Permits, unsafe
from tests.live.slurm.accounts import ANY, Accounts, accounts, document
from tests.live.slurm.install import RELEASES

pytestmark = pytest.mark.slurm

RENAMED = {"vision": "sight"}


@pytest.fixture(scope="module")
def slurm(suite: str) -> Iterator[Accounts]:
    with accounts(suite) as running:
        yield running


def shown(slurm: Accounts, entity: str, field: str) -> set[str]:
    """The names that sacctmgr shows."""
    return set(slurm.cluster.run(["sacctmgr", "-nP", "show", entity, f"format={field}"]).out.split())


def test_what_others_made_is_not_deleted_unasked(slurm: Accounts) -> None:
    text = document(slurm.suite)
    slurm.brought_to(text)
    by_hand = slurm.cluster.batch(
        "add account name=guests cluster=lab parent=vision\nadd user name=alan cluster=lab account=guests\n"
    )
    assert by_hand.rc == 0, by_hand.out
    assert slurm.plan(text).changes == ()
    renamed = document(slurm.suite, RENAMED)
    refusals = unsafe(slurm.plan(renamed), ANY)
    assert [it.needed for it in refusals] == ["--delete-foreign, or --keep-foreign for all but that"]
    keep = Permits(keep_foreign=True, max_deletes=1000)
    slurm.brought_to(renamed, keep)
    assert "guests" in shown(slurm, "assoc", "account")
    slurm.brought_to(renamed, Permits(delete_foreign=True, max_deletes=1000))
    assert "guests" not in shown(slurm, "assoc", "account")
    slurm.brought_to(text)


def test_a_user_whom_another_hand_added_stays_unless_somebody_says_so(slurm: Accounts) -> None:
    text = document(slurm.suite)
    slurm.brought_to(text)
    by_hand = slurm.cluster.run(["sacctmgr", "-i", "add", "user", "name=alan", "cluster=lab", "account=vision"])
    assert by_hand.rc == 0, by_hand.out
    made = slurm.plan(text)
    assert [(it.subject, it.foreign) for it in made.changes] == [("user 'alan' of account 'vision'", True)]
    assert unsafe(made, ANY) != ()
    assert slurm.plan(text, Permits(keep_foreign=True)).changes == ()
    slurm.brought_to(text, Permits(delete_foreign=True))
    assert "alan" not in shown(slurm, "assoc", "user")


def test_a_user_who_leaves_the_document_goes_where_a_mark_says_who_brought_him(slurm: Accounts) -> None:
    slurm.brought_to(document(slurm.suite))
    without = document(slurm.suite, {"users: [edsger, grace]": "users: [grace]"})
    made = slurm.plan(without)
    assert {it.subject for it in made.changes} == {
        "user 'edsger' of account 'robotics'",
        "user 'edsger' of account 'robotics_burst'",
    }
    assert {it.foreign for it in made.changes} == {RELEASES[slurm.suite] == "22.05"}
    slurm.brought_to(without, Permits(delete_foreign=True))
    slurm.brought_to(document(slurm.suite))


def test_two_fleets_on_one_database_leave_each_other_alone(slurm: Accounts) -> None:
    lab = document(slurm.suite)
    slurm.brought_to(lab)
    added = slurm.cluster.run(["sacctmgr", "-i", "add", "cluster", "east"])
    assert added.rc == 0, added.out
    east = lab.replace("fleet: lab", "fleet: east")
    refused = slurm.planned(east).findings
    assert {it.code for it in refused} == {"PLN104"}
    assert all("fleet 'lab'" in it.message for it in refused)
    apart = f'{east}naming: {{qos: "{{fleet}}-{{tier}}", partition: "{{fleet}}-{{flavor}}"}}\n'
    slurm.brought_to(apart)
    assert slurm.plan(lab).changes == ()
    renamed = apart.replace("vision", "sight")
    goes = [it for it in slurm.plan(renamed).changes if it.subject == "account 'vision'"]
    assert [it.foreign for it in goes] == [RELEASES[slurm.suite] == "22.05"]
    slurm.brought_to(renamed, Permits(delete_foreign=True, max_deletes=1000))
    assert slurm.plan(lab).changes == ()
    gone = slurm.cluster.run(["sacctmgr", "-i", "delete", "cluster", "east"])
    assert gone.rc == 0, gone.out
