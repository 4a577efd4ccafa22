"""``tenantry explain``: a team, every team, or the page of a code."""

from __future__ import annotations

from tests.cli.run import Runner
from tests.cli.test_exit_codes import GOOD


def test_a_team_by_name_and_every_team_without(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    one, every = run("explain", "speech"), run("explain")
    assert one.out.startswith("team speech: group lab (lends and borrows), share 1\n")
    assert "24 GPUs guaranteed, up to 16 more while others leave them idle, 8 of its own lent while idle" in one.out
    assert one.out in every.out
    assert "team vision: " in every.out


def test_a_misspelt_team_gets_a_guess(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    ran = run("explain", "spech")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean 'speech'?" in ran.err


def test_a_code_has_a_page_wherever_one_is(run: Runner) -> None:
    ran = run("explain", "QTA201")
    assert ran.out.startswith("# QTA201 guarantees-above-capacity\n")
    assert "## Use instead\n\n```yaml\nfleet: demo\n" in ran.out
    assert "policies/baseline/finite-time-limits.yaml" in run("explain", "POL:finite-time-limits").out


def test_an_invalid_document_is_told_instead(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD.replace("h100: 40", "h100: 400"))
    ran = run("explain", "speech")
    assert (ran.code, ran.out) == (1, "")
    assert "QTA201" in ran.err
