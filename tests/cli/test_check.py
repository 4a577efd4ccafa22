"""``tenantry check``: what goes to stdout, what to stderr."""

from __future__ import annotations

import json
import re

from tests.cli.run import Runner
from tests.cli.test_exit_codes import BAD, GOOD, WARNS

LINE = re.compile(r"[^:]+:[0-9]+:[0-9]+: [A-Z]{3}[0-9:a-z-]+ .+")


def test_findings_are_data_and_their_number_is_not(run: Runner) -> None:
    run.write("tenancy.yaml", BAD)
    ran = run("check")
    assert ran.out.splitlines()[0] == ("tenancy.yaml:17:19: TEN101 there is no group 'lob'; did you mean 'lab'?")
    assert ran.err == "1 error in 1 file\n"


def test_every_line_that_is_not_indented_can_be_grepped(run: Runner) -> None:
    run.write("tenancy.yaml", WARNS.replace("gpu[01-08]", "gpu[01-04]"))
    lines = run("check").out.splitlines()
    assert len(lines) > 2
    assert all(LINE.fullmatch(line) for line in lines if not line.startswith("  "))


def test_warnings_and_notes_say_so_and_errors_need_not(run: Runner) -> None:
    run.write("tenancy.yaml", WARNS.replace("h100: 36", "h100: 44"))
    words = {line.split(" ")[1]: line.split(" ")[2] for line in run("check").out.splitlines() if line[0] != " "}
    assert words["QTA203"] == "warning:"
    assert words["KUE201"] == "note:"
    assert words["QTA201"] == "68"


def test_a_sound_document_says_nothing_on_stdout(run: Runner) -> None:
    run.write("tenancy.yaml", GOOD)
    ran = run("check", "--ignore", "KUE201")
    assert (ran.out, ran.err) == ("", "no findings\n")


def test_codes_may_be_given_apart_or_together(run: Runner) -> None:
    run.write("tenancy.yaml", WARNS)
    together, apart = run("check", "--select", "QTA,KUE"), run("check", "--select", "QTA", "--select", "KUE")
    assert together == apart
    assert together.out


def test_json_has_version_findings_and_summary(run: Runner) -> None:
    run.write("tenancy.yaml", BAD)
    data = json.loads(run("check", "--format", "json").out)
    assert data == {
        "version": 1,
        "findings": [
            {
                "code": "TEN101",
                "severity": "error",
                "message": "there is no group 'lob'",
                "help": "did you mean 'lab'?",
                "path": ["teams", "vision", "group"],
                "location": {"file": "tenancy.yaml", "line": 17, "column": 19},
                "related": [],
            }
        ],
        "summary": {"errors": 1, "warnings": 0, "infos": 0, "files": 1},
    }


def test_json_of_a_broken_file_is_json(run: Runner) -> None:
    run.write("tenancy.yaml", "fleet: [")
    ran = run("check", "--format", "json")
    assert [it["code"] for it in json.loads(ran.out)["findings"]] == ["DOC003"]
    assert ran.err == ""
