"""0 the answer is yes, 1 the answer is no, 2 it could not run: every verb."""

from __future__ import annotations

import pytest

from tests.cli.run import Runner
from tests.support.documents import EXAMPLES, STACKS

GOOD = (STACKS / "small" / "tenancy.yaml").read_text(encoding="utf-8")
BAD = GOOD.replace("vision: {group: lab", "vision: {group: lob")
WARNS = GOOD.replace("h100: 40", "h100: 36")
BROKEN = "fleet: [\n"

FILES = {"good.yaml": GOOD, "bad.yaml": BAD, "warns.yaml": WARNS, "broken.yaml": BROKEN, "empty/.keep": ""}

TABLE = [
    (0, "--help"),
    (0, "--version"),
    (0, "check good.yaml"),
    (0, "check warns.yaml"),
    (0, "check good.yaml --format json"),
    (0, "check warns.yaml --fail-on warning --ignore QTA203"),
    (0, "render good.yaml -o out"),
    (0, "render warns.yaml -o out --only kueue"),
    (0, "explain vision good.yaml"),
    (0, "explain ./good.yaml"),
    (0, "explain QTA201"),
    (0, "explain DOC001"),
    (0, "explain POL:finite-time-limits"),
    (0, "schema"),
    (0, "init new"),
    (1, "check bad.yaml"),
    (1, "check bad.yaml --format json"),
    (1, "check bad.yaml --select TEN1"),
    (1, "check bad.yaml --ignore TEN"),
    (1, "check bad.yaml --select QTA"),
    (1, "check broken.yaml --ignore DOC"),
    (1, "check warns.yaml --fail-on warning"),
    (1, "check good.yaml --fail-on info"),
    (1, "check broken.yaml"),
    (1, "render bad.yaml -o out"),
    (1, "render broken.yaml -o out"),
    (1, "render good.yaml -o out --check"),
    (1, "explain vision bad.yaml"),
    (1, "explain vision broken.yaml"),
    (2, ""),
    (2, "slurm"),
    (2, "slurm plan good.yaml"),
    (2, "check missing.yaml"),
    (2, "check empty"),
    (2, "check good.yaml --format toml"),
    (2, "check good.yaml --fail-on never"),
    (2, "check good.yaml bad.yaml"),
    (2, "render good.yaml"),
    (2, "render missing.yaml -o out"),
    (2, "render good.yaml -o out --only nomad"),
    (2, "render good.yaml -o out --only slurm"),
    (2, "render good.yaml -o good.yaml"),
    (2, "explain nobody good.yaml"),
    (2, "explain QTA999"),
    (2, "init taken"),
    (2, "init good.yaml"),
    (2, "frobnicate"),
    (2, "check --frobnicate"),
    (2, "check --select bad.yaml"),
]


@pytest.mark.parametrize(("code", "command"), TABLE, ids=[command for _, command in TABLE])
def test_exit_code(run: Runner, code: int, command: str) -> None:
    for name, text in {**FILES, "taken/tenancy.yaml": GOOD}.items():
        run.write(name, text)
    ran = run(*command.split())
    assert ran.code == code, ran
    assert "Traceback" not in ran.err
    if code == 2:
        assert ran.out == ""
        assert ran.err.strip()


@pytest.mark.parametrize("stack", EXAMPLES)
def test_the_shipped_examples_pass(run: Runner, stack: str) -> None:
    ran = run("check", str(STACKS / stack), "--fail-on", "warning")
    assert (ran.code, ran.err.splitlines()[-1].endswith(("note in 1 file", "file", "files", "no findings"))) == (
        0,
        True,
    )


def test_a_document_is_found_by_the_name_of_its_stack_and_alone(run: Runner) -> None:
    run.write("stacks/one/tenancy.yaml", GOOD)
    assert run("check", "one").code == 0
    assert run("check").code == 0


def test_without_a_document_it_could_not_run(run: Runner) -> None:
    ran = run("check")
    assert (ran.code, ran.out) == (2, "")
    assert "tenantry init" in ran.err
