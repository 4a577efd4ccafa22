"""Jobs of several teams, tiers and shapes: what runs is what the entitlements say, on every release."""

from __future__ import annotations

import pytest

from tests.live.slurm.agreement.driver import Fleet, held, matches
from tests.live.slurm.agreement.scenarios import SCENARIOS, Phase

pytestmark = [pytest.mark.slurm, pytest.mark.agreement]


@pytest.mark.parametrize("phases", SCENARIOS.values(), ids=SCENARIOS)
def test_what_runs_is_what_was_promised(fleet: Fleet, phases: tuple[Phase, ...]) -> None:
    for phase in phases:
        for pattern, count in phase.ends.items():
            fleet.end(*[job.number for job in fleet.jobs() if job.runs and matches(job, pattern)][:count])
        fleet.submit(*phase.asks)
        jobs = fleet.settle(looks=2 if phase is phases[-1] else 0)
        assert {pattern: held(jobs, pattern) for pattern in phase.holds} == phase.holds
