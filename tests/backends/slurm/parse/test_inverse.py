"""``parse(render(x)) == x``: our own files, read back, are the view that they were made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tenantry.backends.slurm.accounts import Account, accounts
from tenantry.backends.slurm.parse.commands import Book, Entry, read_commands
from tenantry.backends.slurm.parse.read import read_files
from tenantry.backends.slurm.parse.site import Record, Settings, Site
from tenantry.backends.slurm.qos import partition_qos, tier_qos
from tenantry.backends.slurm.render import render
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import yaml_topologies
from tenantry.backends.slurm.users import users
from tenantry.backends.slurm.view import views
from tenantry.model.document import Tenancy
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.backends.slurm.documents import scope
from tests.backends.slurm.test_topology import CPU, FLEET, TEAM
from tests.strategies_tenancy import tenancies
from tests.support.documents import EXAMPLES, resolved_stack

COMMANDS = ("qos.sacctmgr", "accounts.sacctmgr")


def check(resolved: Resolved) -> None:
    texts = {file.path.name: file.text for file in render(resolved)}
    scope = Scope(resolved)
    site = read_files(texts, name=scope.target.file)
    assert site.findings == ()
    made: Mapping[str, Any] = views(scope)
    same_conf(site, made[scope.target.file])
    lines = made.get("gres.conf", {}).get("lines", [])
    assert [line(it) for it in site.gres] == lines
    if "cgroup.conf" in made:
        assert pairs(site.cgroup) == {**made["cgroup.conf"]["fences"], **made["cgroup.conf"]["site"]}
    if "topology.conf" in made:
        found = [line(it) for it in site.topology or ()]
        alone = [{setting.key: setting.value} for setting in (site.topology_settings or Settings()).all]
        assert [*found, *alone] == made["topology.conf"]["lines"]
    expected = yaml_topologies(scope) if scope.facts.topology_yaml else []
    assert (site.topology_yaml.plain() if site.topology_yaml else []) == expected
    same_book(read_commands({name: texts[name] for name in COMMANDS}), scope)


def same_conf(site: Site, view: Mapping[str, Any]) -> None:
    sections = [section for section in view.values() if isinstance(section, dict)]
    assert pairs(site.settings) == {key: value for section in sections for key, value in section.items()}
    assert [line(it) for it in site.nodes] == view["nodes"]
    assert [line(it) for it in site.partitions] == view["partitions"]


def pairs(found: Settings | None) -> dict[str, str]:
    return {setting.key: setting.value for setting in (found or Settings()).all}


def line(record: Record) -> dict[str, str]:
    return {record.kind: record.name} | pairs(record.own)


def same_book(book: Book, scope: Scope) -> None:
    assert book.findings == []
    made = accounts(scope)
    assert set(book.accounts) == {account.name for account in made}
    for account in made:
        same_account(book.accounts[account.name], account)
    assert set(book.qos) == {qos.name for qos in tier_qos(scope)} | {name for name, _ in partition_qos(scope)}
    for qos in tier_qos(scope):
        entry = book.qos[qos.name]
        assert entry.value("Priority") == str(qos.priority)
        assert entry.value("MaxWall") == cleared(qos.max_wall)
        assert set(entry.value("Preempt").split(",")) - {""} == set(qos.preempts)
    for name, least in partition_qos(scope):
        assert tres(book.qos[name].value("MinTRESPerJob")) == tres(least)
    managed = users(scope)
    assert {name: entry.value("DefaultAccount") for name, entry in book.users.items()} == {
        user.name: user.default for user in managed
    }
    limits = {(user.name, account): most for user in managed for account, most in user.associations}
    assert {key: tres(entry.value("GrpTRES")) for key, entry in book.associations.items()} == {
        key: tres(most) for key, most in limits.items()
    }


def same_account(entry: Entry, account: Account) -> None:
    assert entry.value("parent") == account.parent
    assert entry.value("Fairshare") == str(account.share)
    assert tres(entry.value("GrpTRES")) == tres(account.group_tres)
    assert tres(entry.value("MaxTRESPerJob")) == tres(account.job_tres or "")
    assert entry.value("GrpJobs") == cleared(account.running or "")
    assert entry.value("GrpSubmitJobs") == cleared(account.submitted or "")
    assert entry.value("QOS") == ",".join(account.qos)


def tres(text: str) -> dict[str, str]:
    return {name: count for name, _, count in map(partition, filter(None, text.split(","))) if count != "-1"}


def partition(item: str) -> Iterable[str]:
    return item.partition("=")


def cleared(value: str) -> str:
    return "" if value == "-1" else value


@pytest.mark.parametrize("stack", EXAMPLES)
def test_examples(stack: str) -> None:
    resolved = resolved_stack(stack)
    if resolved.tenancy.slurm is None:
        assert render(resolved) == ()
    else:
        check(resolved)


passthrough = st.dictionaries(
    st.sampled_from(["MailProg", "SlurmctldParameters", "Licenses"]), st.text(alphabet="ab1 ,=./:-()", min_size=1)
)


@hypothesis_settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)
@given(
    tenancies.filter(lambda tenancy: tenancy.slurm is not None),
    st.sampled_from(["22.05", "24.11", "26.05"]),
    passthrough,
)
def test_any_document(tenancy: Tenancy, release: str, settings: dict[str, str]) -> None:
    assert tenancy.slurm is not None
    slurm = tenancy.slurm.model_copy(update={"release": release, "settings": settings})
    check(resolve(tenancy.model_copy(update={"slurm": slurm})))


@pytest.mark.parametrize("kind", ["tree", "block"])
@pytest.mark.parametrize("release", ["22.05", "24.11", "26.05"])
@pytest.mark.parametrize("cpu", [False, True])
def test_topologies(kind: str, release: str, cpu: bool) -> None:
    if (kind, release) == ("block", "22.05"):
        release = "23.11"  # the first with blocks
    fleet = FLEET.replace("KIND", kind) + (CPU if cpu else "")
    check(scope(TEAM, fleet, f'{{release: "{release}"}}').resolved)
