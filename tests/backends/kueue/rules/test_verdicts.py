"""The rules give the API server's verdict on one object, and a verdict of their own where it takes what is wrong."""

from __future__ import annotations

import pytest

from tenantry.backends.kueue.files import judge_texts
from tenantry.finding import Severity
from tests.backends.kueue.rules.verdicts import ROWS, Row

RELEASES = ("0.14", "0.17", "0.19")


CASES = [(row, release) for release in RELEASES for row in ROWS if row.runs_on(release)]


@pytest.mark.parametrize(("row", "release"), CASES, ids=[f"{r}-{it.version}-{it.kind}-{it.name}" for it, r in CASES])
def test_an_object_that_is_refused_or_wrong_is_an_error(row: Row, release: str) -> None:
    errors = [it.text for it in judge_texts({"a.yaml": row.text}, release=release) if it.severity is Severity.ERROR]
    assert bool(errors) is (not row.server or row.wrong), errors
