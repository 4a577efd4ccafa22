"""Jobs of several teams, tiers and shapes: what is admitted is what the entitlements say, on every release."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.kube.agreement.driver import Fleet, matches
from tests.live.kube.agreement.scenarios import SCENARIOS, Phase
from tests.live.kube.agreement.tenancies import TWO_MODELS
from tests.live.kube.control_plane import ControlPlane
from tests.support.documents import resolved_text

pytestmark = [pytest.mark.kube, pytest.mark.agreement]


@pytest.fixture(scope="module")
def shared(plane: ControlPlane) -> Iterator[Fleet]:
    with Fleet(plane, resolved_text(TWO_MODELS).tenancy) as running:
        yield running


@pytest.fixture
def fleet(shared: Fleet) -> Iterator[Fleet]:
    """Without any work."""
    yield shared
    shared.clear()


@pytest.mark.parametrize("phases", SCENARIOS.values(), ids=SCENARIOS)
def test_what_runs_is_what_was_promised(fleet: Fleet, phases: tuple[Phase, ...]) -> None:
    for phase in phases:
        for pattern, count in phase.ends.items():
            fleet.end(*[job.name for job in fleet.jobs() if job.runs and matches(job, pattern)][:count])
        fleet.submit(*phase.asks)
        fleet.settle(phase.holds, looks=1 if phase is phases[-1] else 0)
