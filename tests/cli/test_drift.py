"""``tenantry drift``: edits of files by another hand, the exit codes, and both formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import Ran, Runner
from tests.cli.test_exit_codes import BAD

FLEET = """\
fleet: demo
slurm: {release: "24.11", settings: {SlurmctldHost: ctl}}
flavors:
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
    node: {cpus: 128, memory: 2Ti}
pools:
  train: {flavor: h100, hosts: "g[01-10]", owner: slurm}
tiers:
  batch: {defaultTime: 30m, maxTime: 2d}
groups:
  lab: {sharing: fair}
teams:
  vision: {group: lab, quota: {h100: 40}}
"""


@pytest.fixture
def rendered(run: Runner) -> Path:
    """A document and what was rendered of it, beside it."""
    run.write("tenancy.yaml", FLEET)
    assert run("render", "-o", "rendered").code == 0
    return run.folder / "rendered" / "slurm"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def lines(ran: Ran) -> list[str]:
    return ran.out.splitlines()


def test_what_was_just_rendered_has_no_drift(run: Runner, rendered: Path) -> None:
    ran = run("drift")
    assert (ran.code, ran.out, ran.err) == (0, "", "no drift; compared with rendered\n")
    assert run("drift", "--slurm", str(rendered)).code == 0


def test_an_edited_file_is_told_field_by_field_with_both_lines(run: Runner, rendered: Path) -> None:
    edit(rendered / "slurm.conf", "MaxTime=2-00:00:00", "MaxTime=3-0")
    ran = run("drift")
    assert ran.code == 1
    first, second = lines(ran)
    assert first.startswith(
        "tenancy.yaml:10:38: DRF102 partition 'h100': MaxTime is 3-0 (rendered); the document says 2-00:00:00"
    )
    assert second.startswith("  rendered/slurm/slurm.conf:")
    assert ran.err.startswith("1 difference")
    assert ran.err.endswith("; compared with rendered\n")


def test_a_file_that_means_the_same_is_told_as_a_whole(run: Runner, rendered: Path) -> None:
    edit(rendered / "slurm.conf", "MaxTime=2-00:00:00", "MaxTime=2880")
    assert [line.split(" ", 1)[1] for line in lines(run("drift"))] == [
        "DRF110 slurm/slurm.conf: content is stale (rendered); write it: tenantry render -o rendered"
    ]
    assert run("drift", "--slurm", str(rendered), "--rendered", str(run.folder)).code == 1


def test_a_document_that_moved_on_makes_the_rendered_files_drift(run: Runner, rendered: Path) -> None:
    edit(run.folder / "tenancy.yaml", "g[01-10]", "g[01-12]")
    told = [line.split(" ", 1)[1] for line in lines(run("drift")) if not line.startswith(" ")]
    assert told[0].startswith("DRF102 partition 'h100': Nodes is g[01-10]")
    assert any(it.startswith("DRF103 nodes 'g[11-12]' is missing (rendered); the document has it") for it in told)
    assert rendered.is_dir()


def test_edited_commands_are_told_by_account_and_limit(run: Runner, rendered: Path) -> None:
    edit(rendered / "accounts.sacctmgr", "gres/gpu:h100=40", "gres/gpu:h100=48")
    (first, *_rest) = lines(run("drift"))
    assert first.startswith("tenancy.yaml:14:3: DRF107 account 'vision': GrpTRES is ")
    assert "gres/gpu:h100=48" in first
    assert "gres/gpu:h100=40" in first.partition("the document says")[2]


def test_a_team_that_was_added_is_missing_in_the_committed_files(run: Runner, rendered: Path) -> None:
    edit(run.folder / "tenancy.yaml", "teams:", "teams:\n  speech: {group: lab, quota: {h100: 8}, users: [ada]}")
    told = [line.split(": ", 1)[1] for line in lines(run("drift")) if not line.startswith(" ")]
    assert any(it.startswith("DRF107 account 'speech' is missing (rendered); the document has it") for it in told)
    assert any(line.startswith("DRF108 user 'ada' of account 'speech' is missing") for line in told)
    assert rendered.is_dir()


def test_a_missing_file_and_one_too_much(run: Runner, rendered: Path) -> None:
    (rendered / "cgroup.conf").unlink()
    (rendered / "old.conf").write_text((rendered / "gres.conf").read_text(encoding="utf-8"), encoding="utf-8")
    told = [line.split(": ", 1)[1] for line in lines(run("drift"))]
    assert "DRF110 slurm/cgroup.conf is missing" in told[0] or "DRF110 slurm/cgroup.conf is missing" in told[1]
    assert any("slurm/old.conf is too much" in line for line in told)


def test_json_has_each_difference_by_its_key(run: Runner, rendered: Path) -> None:
    edit(rendered / "slurm.conf", "Gres=gpu:h100:8", "Gres=gpu:h100:4")
    ran = run("drift", "--format", "json")
    said = json.loads(ran.out)
    assert ran.code == 1
    assert said["version"] == 1
    assert [it["code"] for it in said["findings"]] == ["DRF103"]
    (difference,) = said["differences"]
    assert (difference["subject"], difference["field"]) == ("nodes 'g[01-10]'", "Gres")
    assert (difference["wanted"], difference["found"]) == ("gpu:h100:8", "gpu:h100:4")
    assert difference["path"] == ["flavors", "h100", "gpu", "perNode"]
    assert difference["found_at"]["file"] == "rendered/slurm/slurm.conf"


def test_a_site_s_own_files_are_compared_where_they_stand(run: Runner, rendered: Path) -> None:
    site = run.folder / "etc"
    rendered.rename(site)
    edit(site / "slurm.conf", "SlurmctldHost=ctl", "SlurmctldHost=other")
    ran = run("drift", "--slurm", "etc", "--rendered", str(run.folder / "none"))
    assert ran.code == 2
    ran = run("drift", "--slurm", "etc/slurm.conf")
    assert (ran.code, [line.split(" ")[1] for line in lines(ran)[:1]]) == (1, ["DRF101"])


def test_an_empty_slurm_conf_is_no_cluster_without_drift(run: Runner) -> None:
    run.write("tenancy.yaml", FLEET)
    run.write("etc/slurm.conf", "")
    ran = run("drift", "--slurm", "etc")
    assert ran.code == 1
    assert "DRF102 partition 'h100' is missing" in ran.out


def test_a_file_from_elsewhere_is_not_quoted(run: Runner, rendered: Path) -> None:
    run.write("elsewhere/shadow", "root:$6$secret:20000:0\n")
    (rendered / "more.sacctmgr").symlink_to(run.folder / "elsewhere/shadow")
    edit(rendered / "slurm.conf", "ClusterName=", f"Include {run.folder}/elsewhere/shadow\nClusterName=")
    ran = run("drift", "--slurm", str(rendered))
    assert ran.code == 1
    assert ran.out.count("SLF002 a line that Slurm cannot read; it rests on a file outside") == 3
    assert "secret" not in ran.out


def test_nothing_to_compare_with_is_misuse(run: Runner) -> None:
    run.write("tenancy.yaml", FLEET)
    assert run("drift").code == 2


def test_what_cannot_be_read_is_2(run: Runner) -> None:
    run.write("tenancy.yaml", FLEET)
    ran = run("drift", "--slurm", "nowhere")
    assert (ran.code, ran.out) == (2, "")
    assert "nowhere" in ran.err


def test_a_document_that_is_not_valid_is_compared_with_nothing(run: Runner) -> None:
    run.write("tenancy.yaml", BAD)
    ran = run("drift", "--slurm", "nowhere")
    assert ran.code == 1
    assert "TEN101" in ran.err
