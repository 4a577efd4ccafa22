"""``tenantry check --slurm``: a site's own files, alone or beside a document."""

from __future__ import annotations

import json

import pytest

from tests.cli.run import Runner

FINE = "NodeName=n[1-2] CPUs=8\nPartitionName=batch Nodes=ALL Default=YES\n"
DOCUMENT = """\
fleet: demo
slurm: {release: "22.05"}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
teams:
  vision: {quota: {h100: 40}}
"""
WRONG = f"{FINE}PartitionName=gpu Nodes=n3\n"


def test_a_folder_and_a_file_are_the_same_and_need_no_document(run: Runner) -> None:
    run.write("site/slurm.conf", WRONG)
    folder, file = (run("check", "--slurm", path, "--slurm-release", "24.11") for path in ("site", "site/slurm.conf"))
    assert folder == file
    assert (folder.code, folder.err) == (1, "1 error in 1 file\n")
    assert folder.out.startswith("site/slurm.conf:3:25: SLF404 partition 'gpu' names n3")


def test_what_lies_beside_is_judged_too(run: Runner) -> None:
    run.write("site/slurm.conf", f"GresTypes=gpu\n{FINE}".replace("CPUs=8", "CPUs=8 Gres=gpu:8"))
    run.write("site/gres.conf", "NodeName=n[1-2] Name=gpu File=/dev/nvidia[0-3]\n")
    run.write("site/cgroup.conf", "ConstrainDevices=maybe\n")
    run.write("site/qos.sacctmgr", "add qos prod set GrpTRES=gpu=8\n")
    out = run("check", "--slurm", "site", "--slurm-release", "24.11", "--select", "SLF").out
    assert {line.split(" ")[0].split(":")[0] for line in out.splitlines() if line[0] != " "} == {
        "site/slurm.conf",
        "site/cgroup.conf",
        "site/qos.sacctmgr",
    }


def test_a_release_that_nobody_names_is_told(run: Runner) -> None:
    run.write("slurm.conf", FINE)
    ran = run("check", "--slurm", "slurm.conf")
    assert ran.code == 0
    assert ran.out == (
        "slurm.conf:1:1: SLF105 note: the files are judged as those of Slurm 26.05, the newest that is supported; "
        "name the release with --slurm-release\n"
    )


def test_the_release_of_a_document_counts_unless_another_is_named(run: Runner) -> None:
    run.write("tenancy.yaml", DOCUMENT)
    run.write("slurm.conf", f"SelectType=select/cons_res\n{FINE}")
    assert run("check", "tenancy.yaml", "--slurm", "slurm.conf", "--select", "SLF").out == ""
    named = run("check", "tenancy.yaml", "--slurm", "slurm.conf", "--slurm-release", "24.11", "--select", "SLF")
    assert [line.split(" ")[1] for line in named.out.splitlines()] == ["SLF205"]


def test_a_document_and_a_site_are_told_together(run: Runner) -> None:
    run.write("tenancy.yaml", DOCUMENT.replace("vision:", "Vision:"))
    run.write("slurm.conf", WRONG)
    ran = run("check", "tenancy.yaml", "--slurm", "slurm.conf")
    assert ran.code == 1
    assert {line.split(":")[0] for line in ran.out.splitlines() if line[0] != " "} == {"tenancy.yaml", "slurm.conf"}


def test_findings_go_through_the_same_formats_and_choices(run: Runner) -> None:
    run.write("slurm.conf", WRONG)
    data = json.loads(run("check", "--slurm", "slurm.conf", "--format", "json", "--ignore", "SLF105").out)
    assert [it["code"] for it in data["findings"]] == ["SLF404"]
    assert data["findings"][0]["location"] == {"file": "slurm.conf", "line": 3, "column": 25}
    assert run("check", "--slurm", "slurm.conf", "--ignore", "SLF404").code == 0
    assert run("check", "--slurm", "slurm.conf", "--ignore", "SLF404", "--fail-on", "info").code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--slurm", "nosuch"), "No such file"),
        (("--slurm", "slurm.conf", "--slurm-release", "20.11"), "Slurm 20.11 is not supported"),
        (("--slurm-release", "24.11"), "--slurm"),
    ],
)
def test_what_cannot_run_is_exit_code_2(run: Runner, arguments: tuple[str, ...], said: str) -> None:
    run.write("slurm.conf", FINE)
    ran = run("check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(
    ("path", "said"),
    [("nothing", "nothing: there is no slurm.conf in it"), ("", "it is empty"), ("missing", "missing: No such file")],
)
def test_a_path_without_slurms_files_is_named(run: Runner, path: str, said: str) -> None:
    (run.folder / "nothing").mkdir()
    ran = run("check", "--slurm", path)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_word_that_has_no_end_is_cut(run: Runner) -> None:
    run.write("slurm.conf", f"{FINE}{'X' * 100_000}=1\n")
    ran = run("check", "--slurm", "slurm.conf", "--slurm-release", "24.11")
    assert ran.code == 1
    assert len(ran.out) < 1000


def test_a_topology_without_end_is_told_in_words(run: Runner) -> None:
    run.write("slurm.conf", FINE)
    run.write("topology.yaml", f"- {'[' * 5000}\n")
    ran = run("check", "--slurm", "slurm.conf", "--slurm-release", "26.05")
    assert (ran.code, "nested deeper" in ran.out) == (1, True)


def test_a_file_from_elsewhere_is_not_quoted(run: Runner) -> None:
    run.write("elsewhere/shadow", 'root:$6$secret:20000:0\nReason="a"secret\n')
    run.write("site/slurm.conf", f"Include {run.folder}/elsewhere/shadow\n{FINE}")
    run.write("site/near.conf", "plain words\n")
    run.write("site/two.conf", f"Include near.conf\n{FINE}")
    far, near = (
        run("check", "--slurm", f"site/{name}", "--slurm-release", "24.11") for name in ("slurm.conf", "two.conf")
    )
    assert "elsewhere/shadow:1:1: SLF002 a line that Slurm cannot read; it rests on a file outside" in far.out
    assert "secret" not in far.out
    assert "'plain words' is not read" in near.out


def test_a_byte_order_mark_is_told_in_words(run: Runner) -> None:
    run.write("slurm.conf", f"\ufeffClusterName=lab\n{FINE}")
    ran = run("check", "--slurm", "slurm.conf", "--slurm-release", "24.11")
    assert (ran.code, "slurm.conf:1:1: SLF002" in ran.out, "byte order mark" in ran.out) == (1, True, True)


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "\n \n", "Include more.conf\n"])
def test_a_file_without_a_setting_is_not_simply_fine(run: Runner, text: str) -> None:
    run.write("slurm.conf", text)
    run.write("more.conf", "# nor here\n")
    ran = run("check", "--slurm", "slurm.conf", "--slurm-release", "24.11")
    assert ran.out == "slurm.conf:1:1: SLF016 warning: the file holds no setting; give the file that slurmctld reads\n"
    assert (ran.code, ran.err) == (0, "1 warning in 1 file\n")


@pytest.mark.parametrize("path", ["lab.cfg", "."])
def test_a_file_beside_without_an_account_is_not_simply_fine(run: Runner, path: str) -> None:
    run.write("lab.cfg", "# no dump\n")
    out = run("check", "--slurm", path, "--slurm-release", "24.11").out
    assert out.startswith("lab.cfg:1:1: SLF016 warning: the file says nothing of any account; ")
