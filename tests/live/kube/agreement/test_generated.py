"""Tenancies and jobs that nobody chose: nothing is admitted beyond its limits, and nothing waits that need not."""

from __future__ import annotations

import random

import pytest

from tests.live.generated import tenancy
from tests.live.kube.agreement.driver import Fleet
from tests.live.kube.agreement.workloads import anything, everything, guaranteed
from tests.live.kube.control_plane import ControlPlane

pytestmark = [pytest.mark.kube, pytest.mark.agreement]

SEEDS = {"0.14": (22, False), "0.17": (4, True), "0.19": (16, True)}
"""A release to what its tenancy is made from, and whether fair sharing is on."""


def test_generated(plane: ControlPlane) -> None:
    seed, sharing = SEEDS[plane.kueue]
    chance = random.Random(seed)
    target = {"release": plane.kueue, "configuration": {}, "fairSharing": sharing}
    with Fleet(plane, tenancy(chance, "kueue", target)) as fleet:
        for team in fleet.oracle.teams:
            fleet.submit(*everything(fleet.oracle, team))
        fleet.settle()
        for team in fleet.oracle.teams:
            fleet.submit(*guaranteed(fleet.oracle, team))
        fleet.settle(looks=1)
        fleet.clear()
        fleet.submit(*anything(fleet.oracle, chance, 6))
        jobs = fleet.settle()
        fleet.end(*(job.name for job in jobs if job.runs and chance.random() < 0.5))
        fleet.settle(looks=1)
