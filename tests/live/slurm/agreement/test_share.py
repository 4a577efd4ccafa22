"""Past use moves the fair share of the team that used it: who borrowed least comes first at the next idle device."""

from __future__ import annotations

import pytest

from tests.live.slurm.agreement.driver import Fleet, held
from tests.live.slurm.agreement.scenarios import GUARANTEED, base, burst

pytestmark = [pytest.mark.slurm, pytest.mark.agreement]


def test_past_use(fleet: Fleet) -> None:
    """An H100 weighs ten times an L40S; what is borrowed and what is guaranteed have a history each."""
    fleet.forget_use()
    fleet.submit(base("atlas", 2), base("nova", 2, "l40s"), burst("robots", 6))
    assert all(job.runs for job in fleet.settle())
    fleet.work(3)
    fleet.clear()
    fleet.recount()

    shares = fleet.shares()
    levels = {name: shares[name].level for name in ("atlas", "nova", "robots", "chat")}
    assert levels["robots"] == levels["chat"] > levels["nova"] > levels["atlas"], shares
    assert shares["open_burst"].level > shares["lab_burst"].level, shares
    assert shares["robots_burst"].used == shares["lab_burst"].used > 0, shares

    fleet.submit(*(base(team, count) for team, count in GUARANTEED.items()), burst("speech", 2))
    assert all(job.runs for job in fleet.settle())
    fleet.submit(burst("robots", 2))
    fleet.submit(burst("atlas", 2))
    fleet.settle()
    fleet.end(*(job.number for job in fleet.jobs() if job.ask.borrow and job.ask.team == "speech"))
    jobs = fleet.settle(looks=2)
    assert (held(jobs, "atlas h100 burst *"), held(jobs, "robots h100 burst *")) == (2, 0)
