"""What a plan says beside its commands, and what keeps it from being carried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record, Value
from tenantry.backends.slurm.plan import plan
from tenantry.backends.slurm.planning.refuse import obstacles, other_release
from tenantry.change.change import Action
from tenantry.change.safety import Permits, unsafe

GPU = "gres/gpu:h100"
VISION = Key(Entity.ACCOUNT, "vision")
LIMITED: dict[str, Value] = {"Parent": "root", "Fairshare": 1, "GrpTRES": ((GPU, 8),)}


def content(*records: Record, used: Mapping[str, tuple[tuple[str, int], ...]] | None = None) -> Accounting:
    return Accounting("lab", {it.key: it for it in records}, frozenset({GPU}), used=used or {})


def account(name: str, values: Mapping[str, Value], *, ours: bool = True) -> Record:
    return Record(Key(Entity.ACCOUNT, name), values, ours, ("teams", name))


def test_a_quota_below_present_use_says_by_how_much() -> None:
    seen = content(account("vision", {**LIMITED, "GrpTRES": ((GPU, 16),)}), used={"vision": ((GPU, 12),)})
    (change,) = plan(content(account("vision", LIMITED)), seen).changes
    assert change.effects[0].startswith(f"its jobs hold 12 {GPU}, 4 more than the limit of 8")


def test_a_quota_that_is_enough_for_present_use_says_nothing() -> None:
    seen = content(account("vision", {**LIMITED, "GrpTRES": ((GPU, 16),)}), used={"vision": ((GPU, 8),)})
    (change,) = plan(content(account("vision", LIMITED)), seen).changes
    assert change.effects == ()


def test_an_account_that_goes_says_what_its_jobs_hold() -> None:
    (change,) = plan(content(), content(account("vision", LIMITED), used={"vision": ((GPU, 3),)})).changes
    assert change.action is Action.DELETE
    assert f"hold 3 {GPU}" in change.effects[0]


def test_what_is_made_is_marked_and_placed_at_once() -> None:
    (change,) = plan(content(account("vision", LIMITED)), content()).changes
    assert change.path == ("teams", "vision")
    assert {"Organization=tenantry:lab", "parent=root", f"GrpTRES={GPU}=8"} <= set(change.command)


def test_a_limit_on_what_the_database_does_not_know_is_told_once_with_its_reason() -> None:
    wanted = content(account("vision", {**LIMITED, "GrpTRES": (("gres/gpu:new", 8),)}), account("speech", LIMITED))
    found = obstacles(wanted, content(), plan(wanted, content()))
    assert [(it.code, it.path) for it in found] == [("PLN101", ("teams", "vision"))]


def test_a_name_that_a_shell_would_read_keeps_the_plan_from_being_carried_out() -> None:
    odd = Record(Key(Entity.ASSOCIATION, "a;b", "vision"), {}, ours=True)
    seen = content(account("vision", LIMITED), odd)
    found = obstacles(content(), seen, plan(content(), seen))
    assert [it.code for it in found] == ["PLN102"]
    assert "a;b" in found[0].message


def test_another_release_is_told_and_an_unknown_one_is_not() -> None:
    assert [it.code for it in other_release("24.11", "22.05", "here")] == ["PLN103"]
    assert other_release("24.11", "24.11", "here") == other_release("24.11", "", "here") == ()


def test_an_account_with_others_below_it_is_theirs_too_and_its_qos() -> None:
    qos = Record(Key(Entity.QOS, "research"), {"Priority": 1}, ours=True)
    held = account("vision", {**LIMITED, "QOS": ("research",), "DefaultQOS": "research"})
    seen = content(qos, held, account("guests", {"Parent": "vision", "Fairshare": 1}, ours=False))
    made = plan(content(), seen)
    assert [(it.subject, it.foreign) for it in made.changes] == [
        ("account 'guests'", True),
        ("account 'vision'", True),
        ("qos 'research'", True),
    ]
    assert unsafe(made, Permits()) != ()
    assert unsafe(made, Permits(delete_foreign=True)) == ()
    assert plan(content(), seen, keep_foreign=True).changes == ()


def test_a_qos_that_others_use_is_theirs_too() -> None:
    qos = Record(Key(Entity.QOS, "research"), {"Priority": 1}, ours=True)
    seen = content(qos, account("guests", {"Parent": "root", "QOS": ("research",)}, ours=False))
    assert [it.foreign for it in plan(content(), seen).changes] == [True]


def test_a_qos_that_another_cluster_uses_is_theirs_too() -> None:
    qos = Record(Key(Entity.QOS, "research"), {"Priority": 1}, ours=True)
    seen = replace(content(qos), elsewhere=frozenset({"research"}))
    assert [it.foreign for it in plan(content(), seen).changes] == [True]
    assert plan(content(), seen, keep_foreign=True).changes == ()


def test_a_user_whom_another_hand_added_is_theirs() -> None:
    ours, theirs = (Record(Key(Entity.ASSOCIATION, it, "vision"), {}, ours=it == "ada") for it in ("ada", "eve"))
    seen = content(account("vision", LIMITED), ours, theirs)
    made = plan(content(account("vision", LIMITED)), seen)
    assert [(it.subject, it.foreign) for it in made.changes] == [
        ("user 'ada' of account 'vision'", False),
        ("user 'eve' of account 'vision'", True),
    ]
    kept = plan(content(account("vision", LIMITED)), seen, keep_foreign=True)
    assert [it.subject for it in kept.changes] == ["user 'ada' of account 'vision'"]


def test_an_account_made_for_another_cluster_is_told_and_theirs() -> None:
    seen = content(
        replace(account("vision", LIMITED, ours=False), other="east"), account("guests", LIMITED, ours=False)
    )
    assert [(it.subject, it.foreign) for it in plan(content(), seen).changes] == [("account 'vision'", True)]


def test_a_qos_of_another_fleet_is_not_taken_over() -> None:
    wanted = content(Record(Key(Entity.QOS, "research"), {"Priority": 1}, ours=True, path=("tiers", "research")))
    seen = content(Record(Key(Entity.QOS, "research"), {"Priority": 1}, other="east"))
    found = obstacles(wanted, seen, plan(wanted, seen))
    assert [(it.code, it.path) for it in found] == [("PLN104", ("tiers", "research"))]
    assert "fleet 'east'" in found[0].message
    assert "tenantry:lab" in found[0].help
    mine = content(Record(Key(Entity.QOS, "research"), {"Priority": 1}))
    assert obstacles(wanted, mine, plan(wanted, mine)) == ()


def test_a_mark_is_given_where_the_release_has_a_place_for_it() -> None:
    user = Record(Key(Entity.ASSOCIATION, "ada", "vision"), {}, ours=True)
    wanted = content(account("vision", LIMITED), user)
    marked = [("Comment=tenantry:lab" in it.command) for it in plan(wanted, content()).changes]
    assert marked == [True, True]
    assert not any(
        word.startswith("Comment=")
        for it in plan(replace(wanted, comments=False), content()).changes
        for word in it.command
    )


def test_digests_change_with_what_they_are_of_and_with_nothing_else() -> None:
    wanted, seen = content(account("vision", LIMITED)), content(account("speech", LIMITED))
    others = content(account("speech", LIMITED), account("guests", LIMITED, ours=False), used={"speech": ((GPU, 1),)})
    made, beside = plan(wanted, seen), plan(wanted, others)
    assert (made.inputs, made.seen) == (beside.inputs, beside.seen)
    assert plan(content(account("vision", {**LIMITED, "Fairshare": 2})), seen).inputs != made.inputs
    assert plan(wanted, content(account("speech", {**LIMITED, "Fairshare": 2}))).seen != made.seen
