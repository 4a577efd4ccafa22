"""``tenantry init``: a starter that passes its own check and is never written over something."""

from __future__ import annotations

import json

import jsonschema
import yaml

from tests.cli.run import Runner


def test_the_starter_passes_every_check_and_renders(run: Runner) -> None:
    assert run("init").code == 0
    assert run("check", "--fail-on", "warning").code == 0
    assert run("render", "-o", "out").code == 0
    assert run("render", "-o", "out", "--check").code == 0


def test_the_starter_is_short_and_says_what_each_section_is_for(run: Runner) -> None:
    run("init", "new/folder")
    text = (run.folder / "new" / "folder" / "tenancy.yaml").read_text()
    assert 20 <= len(text.splitlines()) <= 30
    sections = [line for line in text.splitlines() if line[:1].isalpha() and not line.startswith("fleet:")]
    assert len(sections) == 6
    assert [line for line in sections if "#" not in line] == []


def test_editors_find_the_schema_that_the_starter_names(run: Runner) -> None:
    run("init")
    text = (run.folder / "tenancy.yaml").read_text()
    name = text.splitlines()[0].removeprefix("# yaml-language-server: $schema=")
    schema = json.loads((run.folder / name).read_text())
    jsonschema.Draft7Validator(schema).validate(yaml.safe_load(text))
    assert run("schema").out == (run.folder / name).read_text()


def test_a_document_is_never_overwritten(run: Runner) -> None:
    run.write("tenancy.yaml", "mine\n")
    ran = run("init")
    assert (ran.code, ran.out) == (2, "")
    assert (run.folder / "tenancy.yaml").read_text() == "mine\n"
    assert not (run.folder / "tenancy.schema.json").exists()


def test_a_dangling_link_is_never_written_through(run: Runner) -> None:
    (run.folder / "tenancy.yaml").symlink_to(run.folder / "elsewhere.yaml")
    assert run("init").code == 2
    assert not (run.folder / "elsewhere.yaml").exists()
