"""What holds for every document: pure, safe, and true to what was resolved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tenantry.backends.registry import BACKENDS
from tenantry.backends.slurm.backend import SlurmBackend
from tenantry.backends.slurm.guard import guard
from tenantry.backends.slurm.keys import WRITTEN
from tenantry.backends.slurm.render import render
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.view import views
from tenantry.header import made_by_us
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner
from tenantry.resolve.resolve import resolve
from tests.backends.slurm.documents import files
from tests.strategies_tenancy import tenancies
from tests.support.documents import resolved_stack

TEAM = "  vision: {group: lab, quota: {h100: 8}}"
whatever = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@whatever
@given(tenancies)
def test_every_document_renders_the_same_bytes_twice(tenancy: Tenancy) -> None:
    once, again = render(resolve(tenancy)), render(resolve(tenancy))
    assert once == again
    assert list(once) == sorted(once)
    assert all(made_by_us(file.text) and file.text.endswith("\n") for file in once)
    assert bool(once) == (tenancy.slurm is not None)


@whatever
@given(tenancies)
def test_no_host_of_another_owner_and_every_host_of_ours(tenancy: Tenancy) -> None:
    if tenancy.slurm is None:
        return
    slurm = Scope(resolve(tenancy))
    lines = views(slurm)["slurm.conf"]["nodes"]
    named = {line["NodeName"] for line in lines}  # type: ignore[attr-defined]
    assert named == {str(pool.hosts) for pool in tenancy.pools.values() if pool.owner is Owner.SLURM}


@whatever
@given(tenancies)
def test_what_is_written_is_refused_in_the_passthrough(tenancy: Tenancy) -> None:
    if tenancy.slurm is None:
        return
    view = views(Scope(resolve(tenancy)))
    conf = view["slurm.conf"]
    subjects = ("cluster", "accounting", "scheduling", "priority", "preemption", "topology")
    written = {
        "settings": [key for subject in subjects for key in conf[subject]],  # type: ignore[attr-defined]
        "nodes": [key for line in conf["nodes"] for key in line],  # type: ignore[attr-defined]
        "partitions": [key for line in conf["partitions"] for key in line if key != "Default"],  # type: ignore[attr-defined]
        "cgroup": list(view["cgroup.conf"]["fences"]),  # type: ignore[call-overload]
    }
    assert {kind: {key.lower() for key in keys} - WRITTEN[kind] for kind, keys in written.items()} == {
        kind: set() for kind in written
    }


@whatever
@given(tenancies)
def test_commands_name_only_what_was_added_before(tenancy: Tenancy) -> None:
    made = {file.path.name: file.text for file in render(resolve(tenancy))}
    known = {"account": {"root"}, "qos": set(), "user": set()}
    for line in (made.get("qos.sacctmgr", "") + made.get("accounts.sacctmgr", "")).splitlines():
        if line.startswith("#"):
            continue
        verb, kind, *_ = line.split()
        words = dict(word.split("=", 1) for word in line.split() if "=" in word)
        if verb == "add" and kind != "user":
            assert words["name"] not in known[kind], f"{words['name']} is added twice"
        if verb == "add":
            known[kind].add(words["name"])
        assert words["name"] in known[kind]
        accounts = (words[key] for key in ("parent", "account", "DefaultAccount") if key in words)
        assert known["account"].issuperset(accounts)
        named = ",".join(words.get(key, "") for key in ("QOS", "DefaultQOS", "Preempt")).split(",")
        assert known["qos"] | {""} >= set(named)


@pytest.mark.parametrize(
    "text", ["a\nb", "a\rb", "a#b", 'a"b', "a'b", "a;b", "a\\b", "a`b", "a\x00b", "a\u2028b", "a\tb"]
)
def test_nothing_can_leave_its_place(text: str) -> None:
    for view in (text, [text], {"key": text}, {text: "value"}, {"lines": [{"Nodes": text}]}):
        with pytest.raises(ValueError, match="cannot stand in a file of Slurm's"):
            guard(view)


def test_a_view_is_made_of_strings_alone() -> None:
    guard({"key": ["value", {"another": "value"}]})
    with pytest.raises(TypeError, match="int"):
        guard({"key": 1})


def test_the_digest_covers_the_files_own_content_alone() -> None:
    before = files(TEAM)
    after = files("  vision: {group: lab, quota: {h100: 16}}")
    assert {name for name in before if before[name] != after[name]} == {"accounts.sacctmgr"}


def test_no_file_knows_the_machine_or_the_day() -> None:
    text = "".join(file.text for file in render(resolved_stack("lab")))
    assert str(Path.cwd()) not in text
    assert not re.search(r"20\d\d-\d\d|\d\d:\d\d:\d\d \d{4}|/home/|/root/", text)


def test_slurm_is_among_the_back_ends() -> None:
    assert isinstance(BACKENDS[0], SlurmBackend)
    assert len({backend.name for backend in BACKENDS}) == len(BACKENDS)
