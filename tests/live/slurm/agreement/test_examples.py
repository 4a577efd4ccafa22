"""The shipped examples under pressure: everybody borrows all there is, then everybody wants what is theirs."""

from __future__ import annotations

import pytest

from tests.live.slurm.agreement.driver import Fleet
from tests.live.slurm.agreement.examples import EXAMPLES
from tests.live.slurm.agreement.workloads import borrowing, guaranteed
from tests.live.slurm.documents import on_sandbox

pytestmark = [pytest.mark.slurm, pytest.mark.agreement]


EVICTING = {"small", "slurm-site"}
"""Where all that may borrow and all that is guaranteed do not fit beside each other."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example(suite: str, name: str) -> None:
    with Fleet(suite, on_sandbox(EXAMPLES[name](), suite)) as fleet:
        fleet.submit(*borrowing(fleet.oracle))
        assert any(job.runs for job in fleet.settle())
        fleet.submit(*guaranteed(fleet.oracle))
        jobs = fleet.settle(looks=2)
        assert any(job.restarts for job in jobs) or name not in EVICTING
        assert {job.ask.team for job in jobs if job.runs and not job.ask.borrow} == set(fleet.scope.teams)
