"""Tenancies and jobs that nobody chose: nothing runs beyond its limits, and nothing waits that need not."""

from __future__ import annotations

import random

import pytest

from tests.live.generated import tenancy
from tests.live.slurm.agreement.driver import Fleet
from tests.live.slurm.agreement.workloads import anything, borrowing, guaranteed
from tests.live.slurm.documents import on_sandbox

pytestmark = [pytest.mark.slurm, pytest.mark.agreement]

SEEDS = {"bookworm": (1, 2), "trixie": (3, 4), "sid": (5, 6)}
"""A release to what its tenancies are made from."""


def test_generated(suite: str) -> None:
    for seed in SEEDS[suite]:
        chance = random.Random(seed)
        with Fleet(suite, on_sandbox(tenancy(chance, "slurm", {"release": "24.11"}), suite)) as fleet:
            fleet.submit(*borrowing(fleet.oracle))
            fleet.settle()
            fleet.submit(*guaranteed(fleet.oracle))
            fleet.settle(looks=2)
            fleet.clear()
            fleet.submit(*anything(fleet.oracle, chance, 12))
            jobs = fleet.settle(looks=2)
            fleet.end(*(job.number for job in jobs if job.runs and chance.random() < 0.5))
            fleet.submit(*anything(fleet.oracle, chance, 12))
            fleet.settle(looks=2)
