"""What documents render is clean by the rules about Kueue's manifests, in every release."""

from __future__ import annotations

import pytest
from hypothesis import given

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.files import judge_texts
from tenantry.backends.kueue.render import render
from tenantry.finding import Finding, Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.strategies_tenancy import tenancies
from tests.support.documents import EXAMPLES, resolved_stack


def told(resolved: Resolved, release: str) -> list[Finding]:
    tenancy = resolved.tenancy
    assert tenancy.kueue is not None
    target = tenancy.kueue.model_copy(update={"release": release})
    files = render(resolve(tenancy.model_copy(update={"kueue": target})))
    manifests = {str(file.path): file.text for file in files if file.path.suffix == ".yaml"}
    return [it for it in judge_texts(manifests, release=release) if it.severity is not Severity.INFO]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", [name for name in EXAMPLES if resolved_stack(name).tenancy.kueue])
def test_an_example_is_clean(name: str, release: str) -> None:
    assert told(resolved_stack(name), release) == []


@given(tenancies.filter(lambda it: it.kueue is not None))
def test_what_any_document_renders_is_never_refused(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    assert tenancy.kueue is not None
    assert [it for it in told(resolved, tenancy.kueue.release) if it.severity is Severity.ERROR] == []
