"""The stages in their order, as Python code uses them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tenantry
from tenantry.load.find import Unreadable
from tenantry.load.source import load_text
from tenantry.model.scheduler import Scheduler
from tenantry.pipeline import examined, folders, rendered
from tests.support.documents import EXAMPLES, ROOT, STACKS

SMALL = (STACKS / "small" / "tenancy.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("stack", EXAMPLES)
def test_examples_are_valid_and_render_for_their_schedulers(stack: str) -> None:
    result = tenantry.examine(stack, ROOT)
    assert result.valid
    assert result.resolved is not None
    found = {file.path.parts[0] for file in tenantry.render(stack, ROOT)}
    marks = {"nodes"} if stack == "lab" else set()
    assert found == {scheduler.value for scheduler in result.resolved.schedulers} | marks


def test_importing_the_package_costs_nothing() -> None:
    code = "import sys, tenantry; print(*(name for name in sys.modules if name.startswith(('tenantry.', 'pydantic'))))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


def test_an_unknown_attribute_is_an_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'apply'"):
        _ = tenantry.apply  # type: ignore[attr-defined]


def test_a_document_that_is_missing_could_not_be_examined(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"missing\.yaml"):
        tenantry.examine("missing.yaml", tmp_path)


def test_an_invalid_document_renders_nothing_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "tenancy.yaml").write_text(SMALL.replace("h100: 40", "h100: 400"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"tenancy\.yaml:17:48: QTA201 424 h100 are guaranteed"):
        tenantry.render(None, tmp_path)


def test_an_error_of_the_document_stops_before_resolving_but_guardrails_still_speak() -> None:
    text = SMALL.replace("group: lab, share", "group: lob, share") + "\ntiers: {a: {}}\n"
    result = examined(load_text(text, "t.yaml"))
    assert (result.resolved, result.valid) == (None, False)
    assert {it.code for it in result.findings} == {"TEN101", "POL:finite-time-limits"}


def test_an_error_after_resolving_is_an_error_all_the_same() -> None:
    result = examined(load_text(SMALL.replace('"0.17"', '"0.3"'), "t.yaml"))
    assert result.resolved is not None
    assert not result.valid


def test_only_some_back_ends() -> None:
    resolved = tenantry.examine("lab", ROOT).resolved
    assert resolved is not None
    for scheduler in Scheduler:
        files = rendered(resolved, [scheduler])
        assert files
        assert {file.path.parts[0] for file in files} <= set(folders([scheduler]))
        assert list(files) == sorted(files)
