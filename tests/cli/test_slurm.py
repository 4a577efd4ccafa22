"""`tenantry slurm plan` and `apply` where no Slurm answers; tests/live/slurm/test_apply.py has the real ones."""

from __future__ import annotations

import sys

import click
import pytest

from tenantry.cli.slurm_apply import _agreed
from tests.cli.run import Runner
from tests.support.documents import STACKS

GOOD = STACKS.joinpath("lab", "fleet.yaml").read_text(encoding="utf-8")
FILES = {
    "good.yaml": GOOD,
    "bad.yaml": GOOD.replace("owner: slurm", "owner: slurn"),
    "kueue.yaml": STACKS.joinpath("small", "tenancy.yaml").read_text(encoding="utf-8"),
    "plan.json": '{"version": 1}',
}
NOWHERE = "--run-with /no/such/program"

TABLE = [
    (0, "slurm --help", "plan"),
    (0, "slurm apply --help", "--delete-foreign"),
    (1, f"slurm plan bad.yaml {NOWHERE}", "owner"),
    (1, f"slurm apply bad.yaml --yes {NOWHERE}", "owner"),
    (1, f"slurm plan good.yaml --detailed-exitcode {NOWHERE}", "/no/such/program cannot be run"),
    (2, f"slurm plan good.yaml {NOWHERE}", "/no/such/program cannot be run"),
    (2, f"slurm apply good.yaml --yes {NOWHERE}", "/no/such/program cannot be run"),
    (2, "slurm plan good.yaml --run-with 'ssh", "quotation"),
    (2, "slurm plan good.yaml --slurm nowhere", "nowhere"),
    (2, f"slurm plan kueue.yaml {NOWHERE}", "no section slurm"),
    (2, "slurm plan missing.yaml", "missing.yaml"),
    (2, "slurm apply good.yaml --plan plan.json", "plan.json: it is no plan"),
    (2, "slurm apply good.yaml --plan missing.json", "missing.json"),
    (2, "slurm apply good.yaml --delete-foreign --keep-foreign", "contradict"),
    (2, "slurm apply good.yaml --max-deletes -1", "max-deletes"),
    (2, "slurm plan good.yaml --out ", "it is empty"),
    (1, "slurm plan good.yaml --detailed-exitcode --out ", "it is empty"),
    (1, "slurm plan good.yaml --detailed-exitcode --max-deletes -1", "max-deletes"),
    (2, "slurm apply good.yaml --plan ", "it is empty"),
    (2, "slurm capture -o ", "it is empty"),
    (2, "drift good.yaml --rendered ", "it is empty"),
    (2, "slurm undo", "undo"),
]


@pytest.mark.parametrize(("code", "line", "said"), TABLE)
def test_every_way_it_cannot_run_has_its_code_and_says_why(run: Runner, code: int, line: str, said: str) -> None:
    for name, text in FILES.items():
        run.write(name, text)
    ran = run(*line.split(" "))
    assert ran.code == code, ran.err
    assert said in ran.out + ran.err
    assert "fault of tenantry" not in ran.err


@pytest.mark.parametrize("words", [(), ("slurm",)])
def test_no_verb_is_answered_with_the_verbs_once(run: Runner, words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("Usage:") == 1
    assert "Verbs:" in ran.err


def test_a_folder_that_is_no_capture_is_named_so(run: Runner) -> None:
    run.write("good.yaml", GOOD)
    ran = run("slurm", "plan", "good.yaml", "--slurm", ".")
    assert (ran.code, ran.err) == (2, "tenantry: . is no folder that `tenantry slurm capture` wrote\n")


def test_where_standard_input_is_closed_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(click.ClickException, match="nobody can be asked"):
        _agreed()
