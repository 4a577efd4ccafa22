"""Templates and guardrails are found in a checkout."""

from __future__ import annotations

from tenantry.assets import policies, templates
from tests.support.real import ROOT


def test_in_a_checkout_they_stand_beside_the_source() -> None:
    assert templates() == ROOT / "templates"
    assert policies() == ROOT / "policies"


def test_every_template_is_known_to_the_page_about_them() -> None:
    page = (ROOT / "templates" / "README.md").read_text()
    found = [path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates").rglob("*.j2")]
    assert found
    assert [name for name in found if f"`{name}`" not in page] == []
