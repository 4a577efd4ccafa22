"""The maximum times of the tiers bind, for borrowed work too."""

from __future__ import annotations

import pytest

from tenantry.model.duration import Duration
from tests.live.slurm.agreement.driver import Fleet
from tests.live.slurm.agreement.jobs import Ask

pytestmark = [pytest.mark.slurm, pytest.mark.agreement]

BORROWED = [False, True]


def asks(fleet: Fleet) -> list[Ask]:
    """One of each tier, flavor and kind of work that there is."""
    found = [
        Ask(name, flavor, borrow=borrow, tier=tier)
        for name, team in fleet.scope.teams.items()
        for flavor in fleet.scope.entitlements[name]
        for borrow in BORROWED
        for tier in (team.borrowing_tiers if borrow else team.tiers)
        if not borrow or fleet.scope.entitlements[name][flavor].borrow != 0
    ]
    return list({(ask.tier, ask.flavor, ask.borrow): ask for ask in found}.values())


def minutes(fleet: Fleet, ask: Ask) -> int:
    longest = fleet.rendered.resolved.tiers[fleet.tier(ask)].max_time
    assert longest is not None
    return longest.slurm_minutes()


def submit(fleet: Fleet, ask: Ask, *options: str) -> tuple[int, str]:
    gres = f"--gres=gpu:{fleet.scope.flavors[ask.flavor].gres}:1"
    done = fleet.sbatch(ask.team, *fleet.options(ask), gres, "--begin=now+1hour", *options)
    return done.rc, done.out


def test_a_longer_time_is_refused_and_the_longest_taken(fleet: Fleet) -> None:
    found = asks(fleet)
    assert {ask.borrow for ask in found} == set(BORROWED)
    for ask in found:
        longest = minutes(fleet, ask)
        rc, said = submit(fleet, ask, "-t", str(longest + 1))
        assert rc == 1, (ask, said)
        assert "QOSMaxWallDurationPerJobLimit" in said or "PartitionTimeLimit" in said or "time limit" in said, said
        for limit in (str(longest), f"{longest - 1}:30"):
            rc, said = submit(fleet, ask, "-t", limit)
            assert rc == 0, (ask, said)
            fleet.end(said.strip())


def test_without_a_time_a_job_gets_no_more_than_its_tier_has(fleet: Fleet) -> None:
    for ask in asks(fleet):
        rc, job = submit(fleet, ask)
        assert rc == 0, (ask, job)
        shown = fleet.run(["squeue", "-h", "-j", job.strip(), "-O", "TimeLimit:|"]).out.strip("|\n ")
        assert 0 < Duration.from_slurm(shown).slurm_minutes() <= minutes(fleet, ask)
        fleet.end(job.strip())
