"""`tenantry slurm apply` on real Slurm: it converges from anywhere, killed anywhere, and beside itself."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenantry.change.change import Action
from tests.live.slurm.accounts import PYTHON, Accounts, accounts, document, written
from tests.live.slurm.terminal import at_a_terminal

pytestmark = pytest.mark.slurm


@pytest.fixture(scope="module")
def slurm(suite: str) -> Iterator[Accounts]:
    with accounts(suite) as running:
        yield running


def shown(slurm: Accounts, entity: str, field: str) -> set[str]:
    """The names that sacctmgr shows."""
    return set(slurm.cluster.run(["sacctmgr", "-nP", "show", entity, f"format={field}"]).out.split())


def emptied(slurm: Accounts) -> None:
    """Everything that was made is taken away by hand."""
    for entity, keep in (("user", "root"), ("account", "root"), ("qos", "normal")):
        found = shown(slurm, entity, "name" if entity == "qos" else entity) - {keep}
        if names := {it for it in found if not it.endswith("_partition")}:  # slurmctld does not start without those
            gone = slurm.cluster.run(["sacctmgr", "-i", "delete", entity, f"name={','.join(sorted(names))}"])
            assert gone.rc == 0, gone.out


def test_from_nothing_by_a_plan_that_was_read_and_a_second_time_nothing(slurm: Accounts, tmp_path: Path) -> None:
    emptied(slurm)
    doc, file = written(tmp_path, document(slurm.suite)), str(tmp_path / "plan.json")
    planned = slurm.tenantry("plan", doc, "--out", file, "--detailed-exitcode")
    assert planned.returncode == 2, planned.stderr
    assert "account 'vision'" in planned.stdout
    applied = slurm.tenantry("apply", doc, "--plan", file)
    assert applied.returncode == 0, applied.stderr
    again = slurm.tenantry("apply", doc, "--yes", "--format", "json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["changes"] == []
    assert slurm.tenantry("plan", doc, "--detailed-exitcode").returncode == 0
    stale = slurm.tenantry("apply", doc, "--plan", file)
    assert stale.returncode == 4, stale.stderr
    assert "out of date" in stale.stderr


CHANGES = {
    "a team is renamed": {"  vision:\n": "  sight:\n", "defaultTeam: vision": "defaultTeam: sight"},
    "a team moves to another department": {"lab, department: science": "lab, department: applied"},
    "a team leaves its department": {"lab, department: science": "lab"},
    "a tier goes that was a default": {"tiers: [research, scavenger]": "tiers: [research]"},
    "a user moves": {"users: [ada, grace]": "users: [grace]", "users: [marie]": "users: [marie, ada]"},
    "a user's default moves": {"defaultTeam: vision": "defaultTeam: robotics"},
    "a user leaves a team": {"users: [edsger, grace]": "users: [edsger]"},
    "a user leaves altogether": {"users: [edsger, grace]": "users: [grace]"},
    "a team no longer borrows": {"nominal: 24, borrow: 16": "nominal: 24, borrow: 0"},
    "a team borrows without limit": {"nominal: 24, borrow: 16": "nominal: 24, borrow: unlimited"},
    "a limit of users goes": {"     perUser: {h100: 8}, users": "     users"},
    "limits of jobs go": {"     perJob: {h100: 8}, maxRunningJobs: 20, users": "     users"},
    "a group comes": {
        "  lab: {sharing: fair}\n": "  lab: {sharing: fair}\n  more: {sharing: fair}\n",
        "robotics:\n    {group: lab": "robotics:\n    {group: more",
    },
    "a tier goes": {"  scavenger: {maxTime: 12h}\n": "", "[research, scavenger]": "[research]"},
    "tiers change places": {
        "  research: {maxTime: 2d, grace: 5m}\n  scavenger: {maxTime: 12h}\n": (
            "  scavenger: {maxTime: 12h}\n  research: {maxTime: 2d}\n"
        )
    },
    "quotas shrink": {"nominal: 24, borrow: 16, lend: 8": "nominal: 8, borrow: 4, lend: 2"},
    "a department goes": {
        "  applied: {share: 40, cap: {h100: 32}}\n": "",
        "lab, department: applied, ": "lab, ",
    },
    "users become somebody else's": {"     perUser: {h100: 8}, users: [ada, grace]": "     users: unmanaged"},
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_a_document_comes_true_and_back(slurm: Accounts, change: str) -> None:
    before = document(slurm.suite)
    if change == "users become somebody else's":
        before = document(slurm.suite, {"defaultTeam: vision": "defaultTeam: robotics"})
    after = before
    for old, new in CHANGES[change].items():
        assert old in after, old
        after = after.replace(old, new)
    slurm.brought_to(before)
    assert slurm.plan(after).changes or change == "users become somebody else's"
    slurm.brought_to(after)
    slurm.brought_to(before)


def test_nothing_is_done_that_is_unsafe_or_that_nobody_approved(slurm: Accounts, tmp_path: Path) -> None:
    slurm.brought_to(document(slurm.suite))
    doc = written(tmp_path, document(slurm.suite, CHANGES["a team is renamed"]))
    before = shown(slurm, "assoc", "account,user,grptres")
    refused = slurm.tenantry("apply", doc, "--yes", "--max-deletes", "1")
    assert refused.returncode == 3, refused.stderr
    assert "--max-deletes" in refused.stderr
    unasked = slurm.tenantry("apply", doc, "--delete-foreign")
    assert unasked.returncode == 2, unasked.stderr
    assert "--yes" in unasked.stderr
    assert shown(slurm, "assoc", "account,user,grptres") == before


@pytest.mark.parametrize(("answer", "code"), [("no\n", 1), ("\n", 1), ("\x04", 130), ("\x03", 130)])
def test_whoever_is_asked_and_does_not_agree_changes_nothing(
    slurm: Accounts, tmp_path: Path, answer: str, code: int
) -> None:
    slurm.brought_to(document(slurm.suite))
    doc = written(tmp_path, document(slurm.suite, {"perUser: {h100: 8}": "perUser: {h100: 4}"}))
    before = shown(slurm, "assoc", "account,user,grptres")
    ended, seen = at_a_terminal(slurm.command("apply", doc), "[y/N]: ", answer)
    assert ended == code, seen
    assert ("nothing was changed" in seen) == (code == 1)
    assert shown(slurm, "assoc", "account,user,grptres") == before


def test_changes_by_another_hand_are_put_right(slurm: Accounts) -> None:
    text = document(slurm.suite)
    slurm.brought_to(text)
    for words in (
        "modify account where name=vision cluster=lab set GrpTRES=gres/gpu:h100=99",
        "modify account where name=vision cluster=lab set parent=root",
        "modify account where name=vision cluster=lab set Fairshare=7",
        "modify qos where name=research set MaxWall=1:00:00 Priority=1",
        "modify user where name=grace cluster=lab set DefaultAccount=robotics",
        "delete user where name=marie cluster=lab account=search",
    ):
        done = slurm.cluster.run(["sacctmgr", "-i", *words.split()])
        assert done.rc == 0, done.out
        assert len(slurm.plan(text).changes) == 1, words
        slurm.brought_to(text)


KILLER = """
import os, signal, subprocess, sys
done = subprocess.run(sys.argv[1:]).returncode
if "show" not in sys.argv and {"add", "modify", "delete"} & set(sys.argv):
    os.kill(os.getppid(), signal.SIGKILL)
sys.exit(done)
"""


def test_killed_after_each_command_the_next_run_goes_on(slurm: Accounts, tmp_path: Path) -> None:
    """Each run gets one command further and is killed with SIGKILL; on 24.11 until every cut has been lived through."""
    emptied(slurm)
    killer = tmp_path / "killer.py"
    killer.write_text(KILLER)
    doc, text = written(tmp_path, document(slurm.suite)), document(slurm.suite)
    left = len(slurm.plan(text).changes)
    for _ in range(left if slurm.suite == "trixie" else 6):
        run = slurm.tenantry("apply", doc, "--yes", prefix=f"{sys.executable} {killer}")
        assert run.returncode == -signal.SIGKILL, run.stderr
        now = len(slurm.plan(text).changes)
        assert now < left, slurm.plan(text).changes[0]
        left = now
    slurm.brought_to(text)


def test_two_at_once_lose_nothing(slurm: Accounts, tmp_path: Path) -> None:
    emptied(slurm)
    doc, text = written(tmp_path, document(slurm.suite)), document(slurm.suite)
    command = slurm.command("apply", doc, "--yes")
    both = [
        subprocess.Popen(command, env=PYTHON, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=300)[1] for process in both]
    assert all(process.returncode in {0, 1} for process in both), said
    slurm.brought_to(text)


def until_running(slurm: Accounts, job: str, seconds: float = 60) -> None:
    """Waits for a job to start; fails with its reason where it does not."""
    end = time.monotonic() + seconds
    while "RUNNING" not in (state := slurm.cluster.run(["squeue", "-h", "-j", job, "-o", "%T %r"]).out):
        assert time.monotonic() < end, state
        time.sleep(0.2)


def test_who_is_over_a_limit_and_what_a_deletion_meets_is_told(slurm: Accounts) -> None:
    text = document(slurm.suite)
    slurm.brought_to(text)
    slurm.cluster.start_nodes(["gpu01"])
    job = ["sbatch", "--parsable", "-o", "/dev/null", "-p", "h100", "-A", "vision", "--qos", "research", "-t", "10"]
    taken = slurm.cluster.run([*job, "--gres=gpu:h100:8", "--wrap", "sleep 600"], user="ada")
    assert taken.rc == 0, taken.out
    until_running(slurm, taken.out.strip())
    shrunk = document(slurm.suite, {"nominal: 24, borrow: 16, lend: 8": "nominal: 6, borrow: 16, lend: 6"})
    effects = [effect for it in slurm.plan(shrunk).changes for effect in it.effects]
    assert any("hold 8 gres/gpu:h100, 2 more than the limit of 6" in it for it in effects), effects
    renamed = document(slurm.suite, CHANGES["a team is renamed"])
    deletions = {it.subject: it.effects for it in slurm.plan(renamed).changes if it.action is Action.DELETE}
    assert "hold" in deletions["account 'vision'"][0]
    outcome = slurm.apply(renamed)
    assert [it.change.subject for it in outcome.failed] == ["user 'ada' of account 'vision'", "account 'vision'"]
    assert all("Job(s) active" in it.said for it in outcome.failed)
    assert outcome.left == ()
    assert slurm.cluster.run(["scancel", taken.out.strip()]).rc == 0
    slurm.brought_to(renamed)
    slurm.brought_to(text)
