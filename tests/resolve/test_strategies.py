"""The documents that the properties are stated for are ones a user may write."""

from __future__ import annotations

from hypothesis import given

from tenantry.check.rule import DOCUMENT, RESOLVED
from tenantry.check.run import at_least, run
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.resolve import resolve
from tests.strategies_tenancy import tenancies


@given(tenancies)
def test_they_pass_the_rules(tenancy: Tenancy) -> None:
    assert at_least(run(DOCUMENT, tenancy), Severity.ERROR) == []
    assert at_least(run(RESOLVED, resolve(tenancy)), Severity.ERROR) == []
