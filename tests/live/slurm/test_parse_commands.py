"""Our replay of sacctmgr's commands beside what the accounting database holds after them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenantry.backends.slurm.parse.commands import Book, Entry, read_commands
from tests.live.slurm import samples
from tests.live.slurm.cluster import Cluster

pytestmark = pytest.mark.slurm

QOS = """\
add qos name=High,low,mid
modify qos where name=high set Priority=30 Preempt=low,mid Flags=DenyOnLimit
modify qos where name=high set Preempt-=mid
modify qos where name=low set Priority=5 MaxWall=1-00:00:00
modify qos where name=low set MaxWall=-1
"""
ACCOUNTS = """\
add account name=Vision cluster=lab parent=root Fairshare=3 GrpTRES=cpu=8,gres/gpu=4
add account name=science cluster=lab
modify account where name=vision cluster=lab set GrpTRES=gres/gpu=6,cpu=-1,gres/gpu:h100=2
modify account where name=vision cluster=lab set parent=science QOS=high,low DefaultQOS=low
modify account where name=science cluster=lab set GrpJobs=7 Fairshare=2
modify account where name=science cluster=lab set GrpJobs=-1 Description='of the, people'
add user name=ada cluster=lab account=vision,science
modify user where name=ada cluster=lab set DefaultAccount=science
modify user where name=ada cluster=lab account=vision set GrpTRES=gres/gpu=1
"""
ADDED_AGAIN = "add account name=vision cluster=lab parent=root Fairshare=9\n"
_LINE_ADDED_AGAIN = 1 + len(ACCOUNTS.splitlines())

COLUMNS = {"fairshare": "share", "grptres": "grptres", "grpjobs": "grpjobs", "qos": "qos"}


@pytest.fixture(scope="module")
def cluster(suite: str) -> Iterator[Cluster]:
    with Cluster(suite, samples.files(suite)) as running:
        running.add_users({"ada": 2001})
        running.start_database()
        assert running.batch(QOS).rc == 0
        running.start_controller()
        accounts = running.batch(ACCOUNTS)
        assert accounts.rc == 0, accounts.out
        assert running.batch(ADDED_AGAIN).rc == 1
        yield running


@pytest.fixture(scope="module")
def book() -> Book:
    found = read_commands({"qos": QOS, "accounts": ACCOUNTS + ADDED_AGAIN})
    assert [(it.code, it.location.line) for it in found.findings if it.location] == [("SLF015", _LINE_ADDED_AGAIN)]
    return found


def rows(cluster: Cluster, *command: str, columns: list[str]) -> list[dict[str, str]]:
    shown = cluster.run(["sacctmgr", "-nP", "show", *command, f"format={','.join(columns)}"])
    assert shown.rc == 0, shown.out
    return [dict(zip(columns, line.split("|"), strict=True)) for line in shown.out.splitlines()]


def same(row: dict[str, str], entry: Entry) -> None:
    for key, column in COLUMNS.items():
        ours = sorted(entry.value(key, "1" if key == "fairshare" else "").split(","))
        assert sorted(row[column].split(",")) == ours, (entry.name, key)


def test_accounts_and_associations(cluster: Cluster, book: Book) -> None:
    shown = rows(cluster, "assoc", "wopi", "withrawqos", columns=["account", "user", *COLUMNS.values()])
    own = {(row["user"], row["account"]): row for row in shown if row["account"] != "root"}
    assert set(own) == {("", name) for name in book.accounts} | set(book.associations)
    for (user, account), row in own.items():
        same(row, book.associations[user, account] if user else book.accounts[account])
    parents = rows(cluster, "assoc", columns=["account", "user", "parentname"])
    above = {row["account"]: row["parentname"] for row in parents if not row["user"] and row["account"] != "root"}
    assert above == {name: entry.value("parent", "root") for name, entry in book.accounts.items()}


def test_users(cluster: Cluster, book: Book) -> None:
    shown = {row["user"]: row["defaultaccount"] for row in rows(cluster, "user", columns=["user", "defaultaccount"])}
    assert {name: shown[name] for name in book.users} == {
        name: entry.value("DefaultAccount") for name, entry in book.users.items()
    }


def test_qos(cluster: Cluster, book: Book) -> None:
    shown = {row["name"]: row for row in rows(cluster, "qos", columns=["name", "priority", "preempt", "maxwall"])}
    assert set(shown) - {"normal"} == set(book.qos)
    for name, entry in book.qos.items():
        row = shown[name]
        ours = entry.value("Priority", "0"), entry.value("Preempt"), entry.value("MaxWall")
        assert (row["priority"], row["preempt"], row["maxwall"]) == ours, name
