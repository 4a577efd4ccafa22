"""Plans that change how work borrows, on real accounting databases."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.refusals import refusals
from tests.live.slurm.accounts import accounts, document
from tests.live.slurm.install import missing
from tests.support.documents import resolved_text
from tests.support.real import require

pytestmark = pytest.mark.slurm


@pytest.mark.parametrize("suite", ["trixie", "sid"])
def test_a_site_can_change_its_mind(suite: str) -> None:
    """From one way of borrowing to the other and back, by plan and apply; each time nothing is left to do."""
    require(missing(suite) is None, str(missing(suite)))
    before = document(suite)
    after = document(suite, {
        "{release: ": "{borrowing: at-start, release: ",
        "scavenger: {maxTime: 12h}": "scavenger: {maxTime: 12h, mayBorrow: false}",
        ", cap: {h100: 32}": "",
    })  # fmt: skip
    assert list(refusals(resolved_text(after))) == []
    with accounts(suite) as database:
        for text in (before, after, before):
            database.brought_to(text)
