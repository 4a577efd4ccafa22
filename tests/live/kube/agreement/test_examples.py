"""The shipped examples under pressure: one team borrows all there is, then everybody wants what is theirs."""

from __future__ import annotations

import pytest

from tests.live.kube.agreement.driver import Fleet
from tests.live.kube.agreement.jobs import Ask
from tests.live.kube.agreement.nodes import add_nodes
from tests.live.kube.agreement.workloads import guaranteed
from tests.live.kube.control_plane import ControlPlane
from tests.support.documents import resolved_stack

pytestmark = [pytest.mark.kube, pytest.mark.agreement]

BORROWERS = {
    "lab": (Ask("vision", "h100", 8, 11), 80, 48),
    "small": (Ask("vision", "h100", 8, 9), 48, 40),
    "guide": (Ask("research", "h100-80gb", 8, 5), 32, 32),
}
"""Example to what one team asks for, what it holds while nobody else wants anything, and what when everybody does.

In the lab vision may borrow 48 beyond its 32; when speech wants the 40 it lends, 16 are left that nobody is guaranteed.
In the small one speech lends 8 of its own, and wants them back; the guide's only team has nobody to borrow from."""


@pytest.mark.parametrize("name", BORROWERS)
def test_an_example(plane: ControlPlane, name: str) -> None:
    ask, alone, pressed = BORROWERS[name]
    resolved = resolved_stack(name)
    with Fleet(plane, resolved.tenancy) as fleet:
        add_nodes(plane, resolved)
        fleet.submit(ask)
        fleet.settle({f"{ask.team} *": alone})
        others = [team for team in fleet.oracle.teams if team != ask.team]
        fleet.submit(*(ask for team in others for ask in guaranteed(fleet.oracle, team)))
        jobs = fleet.settle({f"{ask.team} *": pressed}, looks=1)
        assert {job.ask.team for job in jobs if job.runs} == set(fleet.oracle.teams)
