"""sacctmgr's commands replayed; the inverse of what we write is in ``test_inverse``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.slurm.parse.commands import Book, read_commands


def book(*lines: str) -> Book:
    return read_commands({"accounts": "".join(f"{line}\n" for line in lines)})


def test_add_never_updates_and_modify_merges() -> None:
    found = book(
        "# first",
        "",
        "add account name=Vision cluster=lab parent=root Fairshare=3 GrpTRES=cpu=8,gres/gpu=4",
        "add account name=vision cluster=lab parent=science",
        "modify account where name=vision set GrpTRES=gres/gpu=8,cpu=-1 parent=science",
    )
    entry = found.accounts["vision"]
    assert (entry.value("parent"), entry.value("fairshare"), entry.value("GrpTRES")) == ("science", "3", "gres/gpu=8")
    assert str(entry.values["grptres"].value_location) == "accounts:5:46"
    (twice,) = found.findings
    assert (twice.code, str(twice.location)) == ("SLF015", "accounts:4:5")
    assert [str(it.location) for it in twice.related] == ["accounts:3:5"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["add account NLP", "add account nlp"], ["accounts:2:5"]),
        (["add account a,A"], ["accounts:1:5"]),
        (["add qos hi", "add qos lo,HI"], ["accounts:2:5"]),
        (["add account a cluster=x", "add account a cluster=y"], []),
        (["add account a cluster=x", "add account a cluster=x"], ["accounts:2:5"]),
        (["add account a cluster=x", "add account a"], ["accounts:2:5"]),
        (["add account a", "add qos a", "add user a account=a", "add user a account=a partition=p"], []),
    ],
)
def test_names_that_are_added_twice(lines: list[str], told: list[str]) -> None:
    assert [str(it.location) for it in book(*lines).findings if it.code == "SLF015"] == told


def test_preemption_is_taken_away_by_name() -> None:
    found = book(
        "add qos name=a,b,c",
        "modify qos where name=a set Preempt=b,c Priority=5",
        "modify qos a set Preempt-=c Priority=-1",
        "modify qos name=b set Preempt+=c",
    )
    assert (found.qos["a"].value("Preempt"), found.qos["a"].value("Priority")) == ("b", "")
    assert found.qos["b"].value("preempt") == "c"


def test_users_and_their_associations() -> None:
    found = book(
        "add user name=ada cluster=lab account=x,y",
        "modify user where name=ada set DefaultAccount=y",
        "modify user where name=ada account=x set GrpTRES=cpu=1",
    )
    assert found.users["ada"].value("DefaultAccount") == "y"
    assert {key: entry.value("GrpTRES") for key, entry in found.associations.items()} == {
        ("ada", "x"): "cpu=1",
        ("ada", "y"): "",
    }


def test_quotes() -> None:
    entry = book("add account x set Description='a, b' Organization=\"c d\"").accounts["x"]
    assert (entry.value("description"), entry.value("organization")) == ("a, b", "c d")


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("hello", "accounts:1:1"),
        ("add tree x", "accounts:1:1"),
        ("add account x set Description='a b", "accounts:1:31"),
        ("modify account where name=x set Fairshare=1", "accounts:1:8"),
    ],
)
def test_findings(line: str, where: str) -> None:
    assert [str(finding.location) for finding in book(line).findings] == [where]


WORDS = (
    "add",
    "modify",
    "qos",
    "account",
    "user",
    "where",
    "set",
    "name=a,b",
    "name=b",
    "GrpTRES=cpu=1",
    "'",
    '"',
    "=",
    "\n",
)


@given(st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join))
def test_any_text_is_replayed(text: str) -> None:
    found = book(*text.split("\n"))
    assert all(finding.location and finding.help for finding in found.findings)
    names = {name for name in (*found.qos, *found.accounts) if name.strip()}  # one of spaces, in quotes, is a name too
    assert names <= {"a", "b", "qos", "account", "user", "add", "modify", "="}
