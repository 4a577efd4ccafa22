"""What another hand changes in a real accounting database is found as exactly that; what a site owns is not told."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tenantry.backends.slurm.accounting.attributes import ATTRIBUTES, assignments
from tenantry.backends.slurm.accounting.compare import compare, deltas
from tenantry.backends.slurm.accounting.observe import observe
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key
from tenantry.backends.slurm.accounting.wanted import wanted
from tenantry.backends.slurm.live.capture import CapturedCommands
from tenantry.backends.slurm.live.local import LocalCommands
from tenantry.backends.slurm.live.release import release
from tenantry.backends.slurm.scope import Scope
from tenantry.cli.main import main
from tests.backends.slurm.accounting.documents import DOCUMENT, SILENT
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import example, on_sandbox
from tests.live.slurm.install import RELEASES
from tests.support.documents import resolved_text

pytestmark = pytest.mark.slurm

VISION, VISION_BURST = "account 'vision'", "account 'vision_burst'"
IN_VISION = "modify account where name=vision cluster=lab set"

Row = tuple[str, str, str | None, str | None]

FIELDS: dict[str, tuple[Row, ...]] = {
    # Accounts, attribute by attribute.
    f"{IN_VISION} Fairshare=7": ((VISION, "Fairshare", "30", "7"),),
    f"{IN_VISION} GrpTRES=gres/gpu:h100=99": ((VISION, "GrpTRES gres/gpu:h100", "8", "99"),),
    f"{IN_VISION} GrpTRES=gres/gpu:l40s=-1": ((VISION, "GrpTRES gres/gpu:l40s", "4", None),),
    f"{IN_VISION} GrpTRES=cpu=64": ((VISION, "GrpTRES cpu", None, "64"),),
    f"{IN_VISION} MaxTRESPerJob=gres/gpu:l40s=2": ((VISION, "MaxTRESPerJob gres/gpu:l40s", None, "2"),),
    f"{IN_VISION} MaxTRESPerJob=mem=1T": ((VISION, "MaxTRESPerJob mem", None, "1048576"),),
    f"{IN_VISION} GrpJobs=21": ((VISION, "GrpJobs", "20", "21"),),
    f"{IN_VISION} GrpSubmitJobs=-1": ((VISION, "GrpSubmitJobs", "100", None),),
    f"{IN_VISION} QOS+=production": ((VISION, "QOS", "research,scavenger", "production,research,scavenger"),),
    f"{IN_VISION} DefaultQOS=research": ((VISION, "DefaultQOS", "scavenger", "research"),),
    "modify account where name=vision_burst cluster=lab set parent=root": (
        (VISION_BURST, "Parent", "science_burst", "root"),
    ),
    "modify account where name=science cluster=lab set GrpJobs=3": (("account 'science'", "GrpJobs", None, "3"),),
    "modify account where name=science cluster=lab set MaxTRESPerJob=cpu=3": (
        ("account 'science'", "MaxTRESPerJob cpu", None, "3"),
    ),
    "modify account where name=science cluster=lab set QOS=production,research": (
        ("account 'science'", "QOS", None, "production,research"),
    ),
    "modify account where name=applied cluster=lab set DefaultQOS=normal": (
        ("account 'applied'", "DefaultQOS", None, "normal"),
    ),
    # QOS.
    "modify qos where name=research set Priority=7": (("qos 'research'", "Priority", "2000", "7"),),
    "modify qos where name=research set MaxWall=1:30": (("qos 'research'", "MaxWall", "2880", "2"),),
    "modify qos where name=research set GraceTime=90061": (("qos 'research'", "GraceTime", "300", "90061"),),
    "modify qos where name=research set Flags=DenyOnLimit,NoReserve": (
        ("qos 'research'", "Flags", "DenyOnLimit", "DenyOnLimit,NoReserve"),
    ),
    "modify qos where name=research set PreemptMode=cancel": (("qos 'research'", "PreemptMode", "requeue", "cancel"),),
    "modify qos where name=research set Preempt-=scavenger_burst": (
        ("qos 'research'", "Preempt", "research_burst,scavenger_burst", "research_burst"),
    ),
    "modify qos where name=scavenger_burst set MaxWall=-1": (("qos 'scavenger_burst'", "MaxWall", "90", None),),
    "modify qos where name=scavenger_burst set PreemptMode=cluster": (
        ("qos 'scavenger_burst'", "PreemptMode", "requeue", None),
    ),
    "modify qos where name=scavenger_burst set GraceTime=60": (("qos 'scavenger_burst'", "GraceTime", None, "60"),),
    "modify qos where name=scavenger_burst set Preempt=normal": (("qos 'scavenger_burst'", "Preempt", None, "normal"),),
    "modify qos where name=scavenger set GrpTRES=gres/gpu:h100=9": (
        ("qos 'scavenger'", "GrpTRES gres/gpu:h100", None, "9"),
    ),
    "modify qos where name=scavenger set MaxTRESPerJob=cpu=9": (("qos 'scavenger'", "MaxTRESPerJob cpu", None, "9"),),
    "modify qos where name=h100_partition set MinTRESPerJob=gres/gpu:h100=2": (
        ("qos 'h100_partition'", "MinTRESPerJob gres/gpu:h100", "1", "2"),
    ),
    "modify qos where name=h100_partition set Priority=5": (("qos 'h100_partition'", "Priority", None, "5"),),
    "modify qos where name=l40s_partition set Flags-=DenyOnLimit": (
        ("qos 'l40s_partition'", "Flags", "DenyOnLimit", None),
    ),
    # Users and their associations.
    "modify user where name=grace cluster=lab set DefaultAccount=speech": (
        ("user 'grace'", "DefaultAccount", "vision", "speech"),
    ),
    "modify user where name=ada cluster=lab account=vision set GrpTRES=gres/gpu:h100=7": (
        ("user 'ada' of account 'vision'", "GrpTRES gres/gpu:h100", "6", "7"),
    ),
    "modify user where name=ada cluster=lab account=vision_burst set GrpTRES=gres/gpu:h100=-1": (
        ("user 'ada' of account 'vision_burst'", "GrpTRES gres/gpu:h100", "6", None),
    ),
    "modify user where name=grace cluster=lab account=speech set GrpTRES=cpu=5": (
        ("user 'grace' of account 'speech'", "GrpTRES cpu", None, "5"),
    ),
}
"""Command of another hand to what it is found as."""

THINGS: dict[str, tuple[str, tuple[Row, ...]]] = {
    "add user name=alan cluster=lab account=speech": (
        "delete user where name=alan cluster=lab",
        (("user 'alan' of account 'speech'", "", None, "there"),),
    ),
    "add user name=eve cluster=lab account=science": (
        "delete user where name=eve cluster=lab",
        (("user 'eve' of account 'science'", "", None, "there"),),
    ),
    "add user name=ada cluster=lab account=vision partition=h100": (
        "delete user where name=ada cluster=lab account=vision partition=h100",
        (("user 'ada' of account 'vision'", "", None, "there"),),
    ),
    "delete user where name=grace cluster=lab account=vision_burst": (
        "add user name=grace cluster=lab account=vision_burst GrpTRES=gres/gpu:h100=6",
        (("user 'grace' of account 'vision_burst'", "", "there", None),),
    ),
    "add account name=old cluster=lab parent=science Organization=tenantry:lab": (
        "delete account where name=old cluster=lab",
        (("account 'old'", "", None, "there"),),
    ),
    "add qos name=old Description=tenantry:lab": (
        "delete qos where name=old",
        (("qos 'old'", "", None, "there"),),
    ),
    "delete qos where name=l40s_partition": (
        "add qos name=l40s_partition Description=tenantry:lab Flags=DenyOnLimit MinTRESPerJob=gres/gpu:l40s=1",
        (("qos 'l40s_partition'", "", "there", None),),
    ),
}
"""The same with things that come and go, and with what takes it back."""


@dataclass(frozen=True)
class Slurm:
    """A cluster with the document's accounting."""

    cluster: Cluster
    suite: str
    want: Accounting

    @property
    def run(self) -> LocalCommands:
        return LocalCommands(tuple(self.cluster.entering([])))

    def seen(self) -> Accounting:
        return observe(self.run, "lab", RELEASES[self.suite])

    def rows(self) -> set[Row]:
        return {(it.subject, it.field, it.wanted, it.found) for it in compare(self.want, self.seen())}

    def batch(self, commands: str) -> None:
        done = self.cluster.batch(commands)
        assert done.rc == 0, done.out


@pytest.fixture(scope="module")
def slurm(suite: str) -> Iterator[Slurm]:
    rendered = on_sandbox(resolved_text(DOCUMENT).tenancy, suite)
    with Cluster(suite, rendered.files) as cluster:
        cluster.add_users({"ada": 2001, "grace": 2002, "alan": 2003, "eve": 2004, "zoe": 2005})
        cluster.start_database()
        found = Slurm(cluster, suite, wanted(Scope(rendered.resolved)))
        found.batch(rendered.commands("qos.sacctmgr"))
        cluster.start_controller()
        found.batch(rendered.commands("accounts.sacctmgr"))
        yield found


def test_what_the_command_files_make_is_what_is_wanted(slurm: Slurm) -> None:
    seen = slurm.seen()
    assert compare(slurm.want, seen) == ()
    assert {key.entity for key in slurm.want.records if not seen.records[key].ours} == (
        {Entity.USER} if seen.comments else {Entity.USER, Entity.ASSOCIATION}
    )
    assert {it for it in seen.records if it not in slurm.want.records} == {
        Key(Entity.QOS, "normal"),
        Key(Entity.USER, "root"),
        Key(Entity.ASSOCIATION, "root", "root"),
    }
    assert seen.registered
    assert {"cpu", "gres/gpu", "gres/gpu:h100", "gres/gpu:l40s"} <= seen.tres
    assert release(slurm.run) == RELEASES[slurm.suite]


def test_each_field_by_another_hand_is_found_and_put_back(slurm: Slurm) -> None:
    slurm.batch("".join(f"{command}\n" for command in FIELDS))
    assert slurm.rows() == {row for rows in FIELDS.values() for row in rows}
    changed = {row[:2] for rows in FIELDS.values() for row in rows}
    assert {field.split()[0] for _, field in changed} == {it.name for every in ATTRIBUTES.values() for it in every}
    for delta in deltas(slurm.want, slurm.seen()):
        assert delta.wanted is not None
        assert delta.seen is not None
        entity, name = delta.key.entity, delta.key.name
        words = assignments(entity, delta.wanted.values, delta.seen.values)
        noun = "user" if entity is Entity.ASSOCIATION else entity.value
        where = "" if entity is Entity.QOS else " cluster=lab"
        where += f" account={delta.key.account}" if delta.key.account else ""
        slurm.batch(f"modify {noun} where name={name}{where} set {' '.join(words)}\n")
    assert slurm.rows() == set()


def test_things_that_come_and_go_are_found(slurm: Slurm) -> None:
    slurm.batch("".join(f"{command}\n" for command in THINGS))
    assert slurm.rows() == {row for _, rows in THINGS.values() for row in rows}
    slurm.batch("".join(f"{undo}\n" for undo, _ in THINGS.values()))
    assert slurm.rows() == set()


def test_a_capture_says_what_the_running_slurm_says(
    slurm: Slurm, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, document = tmp_path / "saved", tmp_path / "tenancy.yaml"
    document.write_text(DOCUMENT.replace("24.11", RELEASES[slurm.suite]))
    prefix = shlex.join(slurm.cluster.entering([]))
    assert main(["slurm", "capture", "-o", str(folder), "--run-with", prefix]) == 0, capfd.readouterr().err
    assert observe(CapturedCommands(folder), "lab", RELEASES[slurm.suite]) == slurm.seen()
    assert release(CapturedCommands(folder)) == RELEASES[slurm.suite]
    planned = main(["slurm", "plan", str(document), "--slurm", str(folder), "--detailed-exitcode"])
    assert planned == 0, capfd.readouterr().out
    assert main(["slurm", "capture", "-o", str(tmp_path / "none"), "--run-with", "false"]) == 2
    assert not (tmp_path / "none").exists()


def test_what_the_site_owns_is_not_told(slurm: Slurm) -> None:
    slurm.batch(SILENT)
    assert slurm.rows() == set()


def test_a_cluster_that_nobody_knows_is_told(slurm: Slurm) -> None:
    assert not observe(slurm.run, "nosuch", RELEASES[slurm.suite]).registered


@pytest.mark.parametrize("stack", ["lab", "slurm-site"])
def test_the_examples_are_read_back_as_they_are_wanted(stack: str, suite: str) -> None:
    rendered = example(stack, suite)
    with Cluster(suite, rendered.files) as cluster:
        cluster.start_database()
        assert cluster.batch(rendered.commands("qos.sacctmgr")).rc == 0
        cluster.start_controller()
        assert cluster.batch(rendered.commands("accounts.sacctmgr")).rc == 0
        scope = Scope(rendered.resolved)
        seen = observe(LocalCommands(tuple(cluster.entering([]))), scope.cluster, RELEASES[suite])
        assert compare(wanted(scope), seen) == ()
