"""``tenantry render``: writes all or nothing, removes only what it made, and tells what differs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Runner
from tests.cli.test_exit_codes import BAD, BROKEN, GOOD
from tests.support.documents import STACKS

LAB = str(STACKS / "lab")


def _tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_written_passes_its_own_check(run: Runner) -> None:
    assert run("render", LAB, "-o", "out").code == 0
    ran = run("render", LAB, "-o", "out", "--check")
    assert (ran.code, ran.out) == (0, "")


def test_a_second_run_writes_nothing(run: Runner) -> None:
    first = run("render", LAB, "-o", "out")
    before = _tree(run.folder / "out")
    second = run("render", LAB, "-o", "out")
    assert first.err.endswith(f"{len(before)} files written in out\n")
    assert second.err.endswith("0 files written in out\n")
    assert _tree(run.folder / "out") == before


def test_check_lists_what_is_missing_stale_extra_and_not_ours_and_writes_nothing(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    run("render", "-o", "out")
    out = run.folder / "out" / "kueue"
    flavor, queue = out / "resourceflavor-h100.yaml", out / "teams" / "speech" / "clusterqueue-speech.yaml"
    old = out / "resourceflavor-old.yaml"
    old.write_bytes(flavor.read_bytes())
    flavor.unlink()
    queue.write_text(queue.read_text() + "# edited\n")
    vision = out / "teams" / "vision" / "clusterqueue-vision.yaml"
    vision.write_text("kind: Mine\n")
    before = _tree(run.folder)
    ran = run("render", "-o", "out", "--check")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "missing: kueue/resourceflavor-h100.yaml",
        "stale: kueue/teams/speech/clusterqueue-speech.yaml",
        "extra: kueue/resourceflavor-old.yaml",
        "not ours: kueue/teams/vision/clusterqueue-vision.yaml",
    ]
    assert _tree(run.folder) == before


def test_files_of_a_team_that_left_are_removed_with_their_folder(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    run("render", "-o", "out")
    run.write("tenancy.yaml", "".join(line for line in GOOD.splitlines(keepends=True) if "speech:" not in line))
    assert "2 removed" in run("render", "-o", "out").err
    assert not (run.folder / "out" / "kueue" / "teams" / "speech").exists()
    assert run("render", "-o", "out", "--check").code == 0


def test_an_extra_file_that_somebody_changed_is_kept_and_told(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    run("render", "-o", "out")
    old = run.folder / "out" / "kueue" / "resourceflavor-old.yaml"
    old.write_text((run.folder / "out" / "kueue" / "resourceflavor-h100.yaml").read_text() + "# mine\n")
    ran = run("render", "-o", "out")
    assert "kept: kueue/resourceflavor-old.yaml" in ran.err
    assert old.exists()
    assert run("render", "-o", "out", "--check").code == 1


def test_files_of_others_are_left_alone(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    mine = {"out/kueue/README.md": "mine", "out/kueue/kustomization.yaml": "resources: []\n", "out/slurm/notes": "\x00"}
    for name, text in mine.items():
        run.write(name, text)
    assert run("render", "-o", "out").code == 0
    assert {name: (run.folder / name).read_text() for name in mine} == mine
    assert run("render", "-o", "out", "--check").code == 0


def test_a_file_of_others_in_the_way_stops_the_whole_write(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    run.write("out/kueue/resourceflavor-h100.yaml", "kind: Mine\n")
    before = _tree(run.folder)
    ran = run("render", "-o", "out")
    assert ran.code == 1
    assert "kueue/resourceflavor-h100.yaml" in ran.err
    assert _tree(run.folder) == before


@pytest.mark.parametrize("text", [BAD, BROKEN, ""])
def test_nothing_is_written_and_nothing_removed_for_a_document_that_is_not_valid(run: Runner, text: str) -> None:
    run.write("tenancy.yaml", GOOD)
    run("render", "-o", "out")
    run.write("tenancy.yaml", text)
    before = _tree(run.folder)
    ran = run("render", "-o", "out")
    assert (ran.code, ran.out) == (1, "")
    assert _tree(run.folder) == before


def test_only_one_back_end_leaves_the_other_as_it_is(run: Runner) -> None:
    run("render", LAB, "-o", "out")
    conf = run.folder / "out" / "slurm" / "slurm.conf"
    conf.unlink()
    (run.folder / "out" / "kueue" / "resourceflavor-h100.yaml").unlink()
    assert run("render", LAB, "-o", "out", "--only", "kueue").code == 0
    assert not conf.exists()
    assert run("render", LAB, "-o", "out", "--only", "kueue", "--check").code == 0
    assert run("render", LAB, "-o", "out", "--check").out == "missing: slurm/slurm.conf\n"


def test_the_files_of_a_scheduler_that_left_the_document_are_removed(run: Runner) -> None:
    run.write(
        "tenancy.yaml",
        GOOD.replace('kueue: {release: "0.17"}', 'slurm: {release: "24.11"}').replace("kueue}", "slurm}"),
    )
    run("render", "-o", "out")
    assert (run.folder / "out" / "slurm" / "slurm.conf").exists()
    run.write("tenancy.yaml", GOOD)
    run("render", "-o", "out")
    assert not list((run.folder / "out").glob("slurm/*"))


@pytest.mark.parametrize(
    ("path", "is_file", "why"),
    [
        ("out", True, "out: a file stands where a folder goes"),
        ("out/kueue", True, "out/kueue: a file stands where a folder goes"),
        ("out/kueue/teams", True, "out/kueue/teams: a file stands where a folder goes"),
        ("out/kueue/resourceflavor-h100.yaml", False, "resourceflavor-h100.yaml: a folder stands where a file goes"),
    ],
)
def test_what_stands_in_the_way_is_told_before_anything_is_written(
    run: Runner, path: str, is_file: bool, why: str
) -> None:
    run.write("tenancy.yaml", GOOD)
    run.write(path if is_file else f"{path}/mine", "mine")
    before = _tree(run.folder)
    ran = run("render", "-o", "out")
    assert ran.code == 2
    assert why in ran.err
    assert ".tmp" not in ran.err
    assert _tree(run.folder) == before


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_written(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    (run.folder / "out" / "kueue").mkdir(parents=True)
    (run.folder / "out" / "kueue").chmod(0o500)
    # Root may write into any folder, unless it gives that right up.
    plain = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    command = [*plain, sys.executable, "-m", "tenantry", "render", "-o", "out"]
    ran = subprocess.run(command, cwd=run.folder, capture_output=True, text=True, check=False)
    assert (ran.returncode, "out/kueue: nothing can be written in this folder" in ran.stderr) == (2, True)


def test_what_a_killed_write_left_is_no_difference_and_goes(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    run("render", "-o", "out")
    flavor = run.folder / "out" / "kueue" / "resourceflavor-h100.yaml"
    left = flavor.with_name(".resourceflavor-h100.yaml.0123456789abcdef.tmp")
    left.write_text(flavor.read_text()[:-20])
    theirs = run.write("out/kueue/.editor.tmp", "mine")
    assert (run("render", "-o", "out", "--check").code, left.exists()) == (0, True)
    assert run("render", "-o", "out").code == 0
    assert (left.exists(), theirs.exists()) == (False, True)


def test_json_lists_findings_and_files(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)

    def told(*args: str) -> tuple[int, dict[str, Any]]:
        ran = run("render", "-o", "out", "--format", "json", *args)
        assert ran.err == ""
        return ran.code, json.loads(ran.out)

    code, data = told("--check")
    assert (code, {it["state"] for it in data["files"]}) == (1, {"missing"})
    code, written = told()
    assert (code, {it["state"] for it in written["files"]}) == (0, {"written"})
    assert [it["path"] for it in written["files"]] == [it["path"] for it in data["files"]]
    assert told("--check") == (0, {**data, "files": []})
    run.write("out/kueue/resourceflavor-h100.yaml", "kind: Mine\n")
    mine = [{"path": "kueue/resourceflavor-h100.yaml", "state": "not ours"}]
    assert told() == told("--check") == (1, {**data, "files": mine})
    run.write("tenancy.yaml", BAD)
    code, bad = told()
    assert (code, bad["files"], bad["summary"]["errors"]) == (1, [], 1)
