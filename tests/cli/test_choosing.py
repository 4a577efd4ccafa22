"""``--select`` and ``--ignore``: a choice that chooses nothing is a mistake, never a clean document."""

from __future__ import annotations

import pytest

from tests.cli.run import Runner
from tests.cli.test_exit_codes import BAD, BROKEN, GOOD


@pytest.mark.parametrize(
    ("option", "given", "words"),
    [
        ("--select", "NOPE999", "codes start with DOC, DRF, KUE, KUF, NAM, NOD, PLN, POL, QTA, SLF, SLM, TEN, TIM."),
        ("--select", "qta", "did you mean QTA?"),
        ("--select", "Qta1", "did you mean QTA1?"),
        ("--select", ",", "no code starts with ''"),
        ("--select", "QTA,", "no code starts with ''"),
        ("--select", "QTA999", "no code starts with 'QTA999'"),
        ("--select", "tenancy.yaml", "no code starts with 'tenancy.yaml'"),
        ("--ignore", "Z", "no code starts with 'Z'"),
        ("--ignore", "", "no code starts with ''"),
    ],
)
def test_what_no_code_starts_with_is_refused(run: Runner, option: str, given: str, words: str) -> None:
    run.write("tenancy.yaml", BAD)
    ran = run("check", option, given)
    assert (ran.code, ran.out) == (2, "")
    assert words in " ".join(ran.err.split())


@pytest.mark.parametrize("prefix", ["Q", "QTA", "QTA201", "DOC", "POL", "POL:finite", "SLF002"])
def test_how_any_code_starts_is_a_choice(run: Runner, prefix: str) -> None:
    run.write("tenancy.yaml", GOOD)
    assert run("check", "--select", prefix).code == 0


@pytest.mark.parametrize(("text", "code"), [(BROKEN, "DOC003"), (GOOD + "nope: 1\n", "DOC201"), (BAD, "TEN101")])
@pytest.mark.parametrize("option", [("--ignore", "DOC,TEN"), ("--select", "KUE201")])
def test_an_error_that_stops_everything_else_is_always_told(
    run: Runner, text: str, code: str, option: tuple[str, str]
) -> None:
    run.write("tenancy.yaml", text)
    ran = run("check", *option)
    assert ran.code == 1
    assert f" {code} " in ran.out
    assert ran.err.startswith("1 error")


def test_note_and_info_are_one_severity(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    assert run("check", "--fail-on", "note").code == run("check", "--fail-on", "info").code == 1


@pytest.mark.parametrize(
    "args", [("check", ""), ("render", "", "-o", "out"), ("render", "-o", ""), ("init", ""), ("explain", "")]
)
def test_an_empty_name_is_refused(run: Runner, args: tuple[str, ...]) -> None:
    run.write("tenancy.yaml", GOOD)
    ran = run(*args)
    assert ran.code == 2
    assert "it is empty" in ran.err


@pytest.mark.parametrize("args", [("check", "missing.yaml"), ("check", "--nope"), ("explain", "nobody")])
def test_what_could_not_run_is_told_in_one_way(run: Runner, args: tuple[str, ...]) -> None:
    run.write("tenancy.yaml", GOOD)
    told = run(*args).err.splitlines()[-1]
    assert told.startswith("tenantry: ")
