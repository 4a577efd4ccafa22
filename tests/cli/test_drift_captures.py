"""``tenantry drift`` on captures of clusters that were made from their document, on three releases, and on such that
somebody changed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.run import Runner

CAPTURES = Path(__file__).parent / "captures"
RELEASES = ("22.05", "24.11", "26.05")


@pytest.fixture(params=RELEASES)
def capture(request: pytest.FixtureRequest, run: Runner) -> Path:
    """A copy of a document, as tenancy.yaml, and of its capture."""
    shutil.copytree(CAPTURES / request.param, run.folder, dirs_exist_ok=True)
    return run.folder / "saved"


def changed(capture: Path, command: str, old: str, new: str) -> None:
    """Changes the first answer that has ``command`` in its name."""
    file = min(it for it in capture.iterdir() if command in it.name)
    text = file.read_text(encoding="utf-8")
    assert old in text, text
    file.write_text(text.replace(old, new), encoding="utf-8")


def found(run: Runner) -> list[tuple[str, str, str, str | None]]:
    ran = run("drift", "--slurm", "saved", "--format", "json")
    said = json.loads(ran.out)["differences"]
    assert ran.code == (1 if said else 0)
    return [(it["code"], it["subject"], it["field"], it["found"]) for it in said]


def test_a_cluster_made_from_its_document_has_no_drift(run: Runner, capture: Path) -> None:
    assert found(run) == []
    assert run("drift", "--slurm", "saved").err == "no drift; compared with the capture in saved\n"
    assert capture.is_dir()


def test_each_kind_of_change_is_found_with_its_code(run: Runner, capture: Path) -> None:
    changed(capture, "show-config", "= 120 sec", "= 90 sec")
    changed(capture, "show-partition", "PriorityTier=1 ", "PriorityTier=5 ")
    changed(capture, "show-node", "AvailableFeatures=h100 ", "AvailableFeatures=h100,fast ")
    changed(capture, "show-qos", "2-00:00:00", "3-00:00:00")
    assert {(code, field, value) for code, _, field, value in found(run)} == {
        ("DRF101", "SlurmctldTimeout", "90 sec"),
        ("DRF102", "PriorityTier", "5"),
        ("DRF103", "Feature", "h100,fast"),
        ("DRF106", "MaxWall", "4320"),
    }


def test_states_are_no_drift(run: Runner, capture: Path) -> None:
    changed(capture, "show-node", "State=IDLE ", "State=DOWN*+DRAIN ")
    assert found(run) == []


def test_an_answer_that_is_missing_cannot_be_read(run: Runner, capture: Path) -> None:
    min(it for it in capture.iterdir() if "show-node" in it.name).unlink()
    ran = run("drift", "--slurm", "saved")
    assert (ran.code, ran.out) == (2, "")
    assert "no such file" in ran.err


def test_a_prefix_is_for_a_running_slurm_alone(run: Runner, capture: Path) -> None:
    assert run("drift", "--slurm", str(capture), "--run-with", "ssh ctl").code == 2
