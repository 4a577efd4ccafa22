"""The clusters that the tests of agreement share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.slurm import install
from tests.live.slurm.agreement.driver import Fleet
from tests.live.slurm.agreement.tenancies import TWO_MODELS
from tests.live.slurm.documents import on_sandbox
from tests.support.documents import resolved_text
from tests.support.real import require


@pytest.fixture(scope="session", params=list(install.RELEASES))
def suite(request: pytest.FixtureRequest) -> str:
    """Each suite of Debian that carries Slurm, where this machine can run it."""
    name: str = request.param
    reason = install.missing(name)
    require(reason is None, str(reason))
    return name


@pytest.fixture(scope="session")
def shared(suite: str) -> Iterator[Fleet]:
    """A cluster of `tenancies.TWO_MODELS`."""
    with Fleet(suite, on_sandbox(resolved_text(TWO_MODELS).tenancy, suite)) as running:
        yield running


@pytest.fixture
def fleet(shared: Fleet) -> Iterator[Fleet]:
    """The same with an empty queue."""
    yield shared
    shared.clear()
