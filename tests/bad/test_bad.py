"""Every bad document beside this file is refused with exactly the lines of its ``.expected`` file.

``<name>.yaml`` or a folder ``<name>/``; ``pytest tests/bad --golden-update`` writes the expected lines anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.finding import Severity
from tenantry.load.source import load
from tenantry.pipeline import examined
from tests.support.golden import Golden

HERE = Path(__file__).parent
CASES = sorted(
    path for path in HERE.iterdir() if path.suffix == ".yaml" or (path.is_dir() and not path.name.startswith("__"))
)


def _lines(document: Path) -> list[str]:
    """As ``check`` prints them, with the paths that somebody in this folder would have typed."""
    findings = [it for it in examined(load(document)).findings if it.severity is not Severity.INFO]
    for finding in findings:
        assert finding.location, finding
        assert finding.text.isprintable(), finding
    lines = [f"{it.location}: {it.code} {it.text}" for it in findings]
    return [line.replace(f"{HERE}/", "") for line in lines]


@pytest.mark.parametrize("document", CASES, ids=lambda path: path.name)
def test_is_refused_with_these_words(document: Path, golden: Golden) -> None:
    lines = _lines(document)
    assert lines, "nothing is wrong with this document"
    golden.file(HERE / f"{document.name.removesuffix('.yaml')}.expected", "\n".join(lines) + "\n")


def test_every_expectation_has_its_document() -> None:
    names = {path.name.removesuffix(".yaml") for path in CASES}
    assert {path.stem for path in HERE.glob("*.expected")} == names
