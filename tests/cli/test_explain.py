"""``tenantry explain``: a team, every team, or the page of a code."""

from __future__ import annotations

import json

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


def test_a_document_where_a_team_is_expected(run: Runner) -> None:
    run.write("stacks/guide/tenancy.yaml", GOOD)
    run.write("stacks/small/tenancy.yaml", GOOD)
    assert run("explain", "guide") == run("explain", "stacks/guide")
    assert run("explain", "guide").out.startswith("team speech: ")


def test_a_code_in_lower_case(run: Runner) -> None:
    assert run("explain", "qta104") == run("explain", "QTA104")
    assert run("explain", "qta104").code == 0


def test_a_team_in_capitals_gets_a_guess(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    assert "did you mean 'vision'?" in run("explain", "VISION").err


def test_a_name_of_nothing_among_several_documents(run: Runner) -> None:
    run.write("stacks/guide/tenancy.yaml", GOOD)
    run.write("stacks/small/tenancy.yaml", GOOD)
    ran = run("explain", "nosuch")
    assert (ran.code, ran.out) == (2, "")
    assert "'nosuch' is no code and no document" in ran.err
    assert "name one of guide, small: explain nosuch DOC" in ran.err


def test_json_of_a_document_valid_or_not(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    good = json.loads(run("explain", "--format", "json").out)
    assert (good["version"], good["teams"]) == (1, ["speech", "vision"])
    assert good["text"] == run("explain").out
    run.write("tenancy.yaml", GOOD.replace("h100: 40", "h100: 400"))
    ran = run("explain", "--format", "json")
    assert (ran.code, ran.err) == (1, "")
    assert "QTA201" in {it["code"] for it in json.loads(ran.out)["findings"]}


def test_a_key_of_a_document_with_and_without_one(run: Runner) -> None:
    ran = run("explain", "teams.*.quota.*.lend")
    assert (ran.code, ran.out.splitlines()[0]) == (0, "teams.*.quota.*.lend")
    assert "Kueue: exact - lendingLimit" in ran.out
    path = run.write("one/tenancy.yaml", GOOD)
    assert "Slurm: " in ran.out
    assert "Slurm" not in run("explain", "lend", str(path)).out  # that document has Kueue alone
    assert json.loads(run("explain", "lend", "--format", "json").out)["fields"] == ["teams.*.quota.*.lend"]


def test_a_team_called_as_a_key_is_the_team(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD.replace("speech", "lend"))
    assert run("explain", "lend").out.startswith("team lend: ")
    assert run("explain", "quota.*.lend").out.startswith("teams.*.quota.*.lend\n")
