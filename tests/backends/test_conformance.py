"""The suite of conformance.py for every back end that is registered."""

from __future__ import annotations

import pytest
from hypothesis import given

from tenantry.backends.base import Backend
from tenantry.backends.registry import BACKENDS
from tenantry.model.document import Tenancy
from tenantry.resolve.resolve import resolve
from tests.backends.conformance import check_facts, check_names, check_render
from tests.strategies_tenancy import tenancies
from tests.support.documents import EXAMPLES, resolved_stack

EVERY = pytest.mark.parametrize("backend", BACKENDS, ids=lambda it: it.name.value)


@EVERY
def test_facts(backend: Backend) -> None:
    check_facts(backend)


@EVERY
@pytest.mark.parametrize("stack", EXAMPLES)
def test_examples(backend: Backend, stack: str) -> None:
    check_render(backend, resolved_stack(stack))
    check_names(backend, resolved_stack(stack))


@EVERY
@given(tenancies)
def test_any_document(backend: Backend, tenancy: Tenancy) -> None:
    check_render(backend, resolve(tenancy))


def test_the_examples_leave_out_each_back_end_once() -> None:
    named = [resolved_stack(stack).schedulers for stack in EXAMPLES]
    assert all(any(it.name not in those for those in named) for it in BACKENDS)
