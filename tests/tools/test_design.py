"""docs/design.md says what the back ends state."""

from __future__ import annotations

import re

import pytest

from tenantry.backends.base import Concept
from tenantry.backends.registry import BACKENDS
from tests.support.documents import ROOT

DESIGN = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
SECTION = DESIGN.partition("## What each side can say")[2].partition("\n## ")[0]
ROWS = {row[0]: row[1:] for row in re.findall(r"^\| ([^|]+) \| (exact|approximate|absent) \| (\w+) \|", SECTION, re.M)}


def test_every_concept_has_its_row_in_order() -> None:
    assert list(ROWS) == [concept.value for concept in Concept]


@pytest.mark.parametrize("concept", Concept)
def test_the_table_says_what_the_back_ends_state(concept: Concept) -> None:
    assert ROWS[concept.value] == tuple(backend.limits[concept].fidelity.value for backend in BACKENDS)


def test_every_section_that_the_code_cites_is_there() -> None:
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "infra").rglob("*.py")]
    cited = {title for text in sources for title in re.findall(r'docs/design\.md, "([^"]+)"', text)}
    assert cited
    assert cited <= set(re.findall(r"^## (.+)$", DESIGN, re.M))
    assert not [text for text in sources if "DESIGN" in text]
