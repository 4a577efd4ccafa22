"""`tenantry slurm plan` on captures of clusters that were made from their document, on three releases."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.cli.run import Ran, Runner

CAPTURES = Path(__file__).parent / "captures"
RELEASES = ("22.05", "24.11", "26.05")


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, run: Runner) -> str:
    """A copy of a document, as tenancy.yaml, and of its capture."""
    shutil.copytree(CAPTURES / request.param, run.folder, dirs_exist_ok=True)
    return str(request.param)


def plan(run: Runner, *options: str) -> Ran:
    return run("slurm", "plan", "tenancy.yaml", "--slurm", "saved", *options)


def changed(run: Runner, name: str, old: str, new: str) -> None:
    """Changes what a command, or the document, says."""
    file = min(it for it in (run.folder, *run.folder.joinpath("saved").iterdir()) if name in it.name and it.is_file())
    text = file.read_text(encoding="utf-8")
    assert old in text, text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.usefixtures("release")
def test_a_cluster_made_from_its_document_needs_nothing(run: Runner) -> None:
    ran = plan(run, "--detailed-exitcode")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("nothing to do")


@pytest.mark.usefixtures("release")
def test_a_change_comes_with_its_line_both_values_and_its_command(run: Runner) -> None:
    changed(run, "show-qos", "2-00:00:00", "3-00:00:00")
    ran = plan(run)
    assert ran.code == 0
    assert "MaxWall: 4320 -> 2880" in ran.out
    assert "MaxWall=2880" in ran.out
    assert "tenancy.yaml:" in ran.out
    assert plan(run, "--detailed-exitcode").code == 2


@pytest.mark.usefixtures("release")
def test_json_and_the_file_hold_the_same(run: Runner) -> None:
    changed(run, "show-qos", "2-00:00:00", "3-00:00:00")
    ran = plan(run, "--format", "json", "--out", "plan.json")
    assert ran.code == 0
    assert run.folder.joinpath("plan.json").read_text(encoding="utf-8") == ran.out
    said = json.loads(ran.out)
    assert said["findings"] == said["refusals"] == []
    assert {it["action"] for it in said["changes"]} == {"update"}
    for change in said["changes"]:
        assert change["command"][:3] == ["sacctmgr", "-i", "modify"]
        assert change["location"]["file"] == "tenancy.yaml"
        assert [it["field"] for it in change["differences"]] == ["MaxWall"]


@pytest.mark.usefixtures("release")
@pytest.mark.parametrize(("options", "code"), [((), 2), (("--detailed-exitcode",), 1)])
def test_a_plan_that_cannot_be_written_is_an_error_and_takes_no_pipe_away(
    run: Runner, options: tuple[str, ...], code: int
) -> None:
    os.mkfifo(run.folder / "pipe")
    ran = plan(run, "--out", "pipe", *options)
    assert (ran.code, "pipe: is a device or a pipe" in ran.err) == (code, True), ran.err
    assert (run.folder / "pipe").is_fifo()


@pytest.mark.usefixtures("release")
def test_a_plan_is_written_through_a_link(run: Runner) -> None:
    (run.folder / "link.json").symlink_to("real.json")
    assert plan(run, "--out", "link.json").code == 0
    assert (run.folder / "link.json").is_symlink()
    assert "inputs" in (run.folder / "real.json").read_text(encoding="utf-8")


def test_another_release_is_an_answer_of_no_and_writes_no_plan(run: Runner, release: str) -> None:
    changed(run, "sacctmgr.txt", release, "21.08" if release == "22.05" else "25.05")
    ran = plan(run, "--out", "plan.json")
    assert ran.code == 1
    assert "PLN103" in ran.err
    assert not run.folder.joinpath("plan.json").exists()


@pytest.mark.usefixtures("release")
def test_a_resource_that_is_not_registered_is_told_with_what_to_do(run: Runner) -> None:
    changed(run, "show-tres", "gpu:", "gpu:other-")
    ran = plan(run)
    assert ran.code == 1
    assert "PLN101" in ran.err
    assert "restart slurmctld" in ran.err


@pytest.mark.usefixtures("release")
def test_a_cluster_that_never_was_registered_is_told_with_what_to_do(run: Runner) -> None:
    for file in run.folder.joinpath("saved").glob("*show-assoc.txt"):
        file.write_text("", encoding="utf-8")
    ran = plan(run)
    assert ran.code == 2
    assert "start slurmctld" in ran.err
