"""Reading what three releases print."""

from __future__ import annotations

import pytest
import yaml

from tenantry.backends.slurm.accounting.compare import compare
from tenantry.backends.slurm.accounting.observe import commands, observe
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record
from tenantry.backends.slurm.accounting.wanted import wanted
from tenantry.backends.slurm.live.commands import UnreachableError
from tenantry.backends.slurm.live.release import VERSION, release
from tenantry.backends.slurm.scope import Scope
from tests.backends.slurm.accounting.captures import RELEASES, Edited, captured
from tests.backends.slurm.accounting.documents import DOCUMENT
from tests.support.documents import resolved_text

WANT = wanted(Scope(resolved_text(DOCUMENT)))


@pytest.mark.parametrize("name", RELEASES)
def test_a_database_as_the_document_wants_it_differs_in_nothing(name: str) -> None:
    seen = observe(captured(name), "lab", name)
    assert compare(WANT, seen) == ()
    assert WANT.records.keys() <= seen.records.keys()
    assert seen.registered
    assert {"cpu", "fs/disk", "gres/gpu", "gres/gpu:h100"} <= seen.tres


@pytest.mark.parametrize("name", RELEASES)
def test_what_is_the_sites_is_read_and_is_not_ours(name: str) -> None:
    seen = observe(captured(name), "lab", name)
    theirs = {key for key, it in seen.records.items() if not it.ours and key.entity is not Entity.USER}
    if not seen.comments:  # nothing says who put a user into an account
        theirs -= {key for key in WANT.records if key.entity is Entity.ASSOCIATION}
    assert theirs == {
        Key(Entity.QOS, "normal"),
        Key(Entity.QOS, "special"),
        Key(Entity.QOS, "other"),
        Key(Entity.ACCOUNT, "guests"),
        Key(Entity.ACCOUNT, "visitors"),
        Key(Entity.ASSOCIATION, "root", "root"),
        Key(Entity.ASSOCIATION, "ada", "guests"),
        Key(Entity.ASSOCIATION, "eve", "guests"),
        Key(Entity.ASSOCIATION, "zoe", "search"),
    }
    assert seen.records[Key(Entity.ACCOUNT, "visitors")].values == {"Parent": "science", "Fairshare": 1}
    assert seen.records[Key(Entity.QOS, "normal")].values == {"Priority": 3, "MaxWall": 1440}
    assert seen.records[Key(Entity.USER, "grace")].values == {"DefaultAccount": "vision"}


@pytest.mark.parametrize("name", RELEASES)
def test_exactly_the_commands_that_are_named_are_run_and_none_changes_anything(name: str) -> None:
    run = Edited(captured(name), {})
    observe(run, "lab", name)
    assert set(run.asked) == set(commands("lab", name))
    assert all("show" in it for it in run.asked)


@pytest.mark.parametrize("name", RELEASES)
def test_another_value_is_that_difference(name: str) -> None:
    seen = observe(Edited(captured(name), {"research|2000|2-00:00:00|00:05:00": "research|1||1-00:00:01"}), "lab", name)
    assert [(it.field, it.wanted, it.found, it.path) for it in compare(WANT, seen)] == [
        ("Priority", "2000", "1", ("tiers", "research")),
        ("MaxWall", "2880", None, ("tiers", "research", "maxTime")),
        ("GraceTime", "300", "86401", ("tiers", "research", "grace")),
    ]


@pytest.mark.parametrize("name", RELEASES)
def test_users_of_a_team_that_manages_them_itself_are_not_told_and_any_other_is(name: str) -> None:
    assert "zoe" in captured(name).run(commands("lab", name)[2]).out
    moved = observe(Edited(captured(name), {"search|zoe|": "speech|zoe|"}), "lab", name)
    assert [(str(it.subject), it.wanted, it.found) for it in compare(WANT, moved)] == [
        ("user 'zoe' of account 'speech'", None, "there")
    ]


@pytest.mark.parametrize("name", RELEASES)
def test_what_jobs_hold_is_counted_by_account(name: str) -> None:
    assert not any(observe(captured(name), "lab", name).used.values())
    held = Edited(captured(name), {"gres/gpu:h100=8(0)": "gres/gpu:h100=8(6)", "cpu=N(0)": "cpu=N(2)"})
    assert observe(held, "lab", name).used["vision"] == (("cpu", 2), ("gres/gpu:h100", 6))


@pytest.mark.parametrize("name", RELEASES)
def test_the_release_is_read(name: str) -> None:
    assert release(captured(name)) == name


def test_nobody_knows_the_release_where_nothing_answers() -> None:
    assert release(Edited(captured("24.11"), {"slurm-wlm 24.11.5": "no version"})) == ""


def test_a_cluster_without_a_top_account_is_not_registered() -> None:
    empty = Edited(captured("24.11"), {"root|": "top|"})
    assert not observe(empty, "lab", "24.11").registered


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("normal|3|", "normal|", "a row that cannot be read"),
        ("normal|3|", "normal|high|", "Priority"),
        ("gres/gpu:h100=16", "gres/gpu:h100=many", "GrpTRES"),
        ("01:30:00", "90 minutes", "MaxWall"),
    ],
)
def test_what_no_release_prints_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(UnreachableError, match=said):
        observe(Edited(captured("24.11"), {old: new}), "lab", "24.11")


def test_what_people_write_freely_may_hold_anything() -> None:
    wild = Edited(captured("24.11"), {"Normal QOS default": "a|b\u2028c\x0bd", "guests|y": "guests|x|y"})
    assert compare(WANT, observe(wild, "lab", "24.11")) == ()


def test_a_command_that_was_not_saved_is_named() -> None:
    with pytest.raises(UnreachableError, match="cluster=elsewhere"):
        observe(captured("24.11"), "elsewhere", "24.11")
    assert VERSION not in commands("lab", "24.11")


def test_the_wanted_records_say_where_they_come_from() -> None:
    assert isinstance(WANT, Accounting)
    assert WANT.unmanaged == frozenset({"search"})
    assert {it.path[0] for it in WANT.records.values()} == {
        "teams",
        "tiers",
        "flavors",
        "departments",
        "users",
        "fleet",
    }


def test_each_attribute_of_an_account_points_at_its_own_key() -> None:
    key = Key(Entity.ACCOUNT, "vision")
    bare = Accounting("lab", WANT.records | {key: Record(key, {})})
    assert [it.path[2] for it in compare(WANT, bare)] == [
        "department",
        "share",
        *["quota"] * 3,
        "perJob",
        "maxRunningJobs",
        "maxSubmittedJobs",
        "tiers",
        "tiers",
    ]
    document = yaml.safe_load(DOCUMENT)
    assert all(it.path[2] in document["teams"]["vision"] for it in compare(WANT, bare))


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("vision|tenantry:lab\n", "show account format=Account,Organization.* nothing of account 'vision'"),
        ("speech||applied\n", "format=Account,User,ParentName.* nothing of account 'speech'"),
        ("zoe|search\n", "show user withassoc.* nothing of user 'zoe'"),
    ],
)
def test_what_one_answer_has_and_another_lacks_is_not_taken_for_missing(old: str, said: str) -> None:
    assert any(old in captured("24.11").run(it).out for it in commands("lab", "24.11"))
    with pytest.raises(UnreachableError, match=said):
        observe(Edited(captured("24.11"), {old: ""}), "lab", "24.11")


def test_the_mark_of_another_cluster_is_read() -> None:
    east = observe(Edited(captured("22.05"), {"vision|tenantry:lab\n": "vision|tenantry:east\n"}), "lab", "22.05")
    vision = east.records[Key(Entity.ACCOUNT, "vision")]
    assert (vision.ours, vision.other) == (False, "east")
    late = observe(Edited(captured("24.11"), {"vision|tenantry:lab\n": "vision|tenantry:east\n"}), "lab", "24.11")
    vision = late.records[Key(Entity.ACCOUNT, "vision")]
    assert (vision.ours, vision.other) == (True, "")


def test_qos_that_another_cluster_names_are_read() -> None:
    assert observe(captured("24.11"), "lab", "24.11").elsewhere == frozenset()
    east = Edited(captured("24.11"), {"lab|production|production\n": "east|+special,-other|Production\n"})
    assert observe(east, "lab", "24.11").elsewhere == {"special", "other", "production"}
