"""However GPUs are asked for, a request passes no limit: at submit, and when a job that waits is changed."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.live.slurm.agreement.driver import PATIENCE, Fleet
from tests.live.slurm.agreement.jobs import Ask
from tests.live.slurm.agreement.spellings import CHANGES, SPELLINGS, TOO_MANY
from tests.live.slurm.install import RELEASES

pytestmark = [pytest.mark.slurm, pytest.mark.agreement]

ASK = Ask("vision", "h100", tier="production")


def shown(fleet: Fleet, job: str, until: Callable[[dict[str, str]], bool]) -> dict[str, str]:
    """A job once it is as awaited."""
    fields = ("State", "Reason", "Account", "QOS", "Partition", "TimeLimit", "tres-alloc")
    end = time.monotonic() + PATIENCE
    while True:
        line = fleet.run(["squeue", "-h", "-j", job, "-O", ",".join(f"{field}:|" for field in fields)]).out.strip()
        row = dict(zip(fields, line.split("|"), strict=False))
        if until(row):
            return row
        assert time.monotonic() < end, row
        time.sleep(0.05)


def holds(row: dict[str, str]) -> int:
    held = dict(item.split("=") for item in row["tres-alloc"].split(","))
    assert held["gres/gpu"] == held["gres/gpu:h100"]
    return int(held["gres/gpu:h100"])


def test_spellings(fleet: Fleet) -> None:
    release = RELEASES[fleet.suite]
    for spelling in (it for it in SPELLINGS if it.since <= release):
        done = fleet.sbatch("vision", *fleet.options(ASK), "-t10", *spelling.options.split())
        if spelling.refused:
            assert (done.rc, spelling.refused in done.out) == (1, True), (spelling, done.out)
            continue
        assert done.rc == 0, (spelling, done.out)
        job = done.out.strip()
        row = shown(fleet, job, lambda row: row["State"] == "RUNNING")
        assert holds(row) == spelling.holds, (spelling, row)
        fleet.end(job)


def test_a_whole_node_of_more_than_is_guaranteed_never_runs(fleet: Fleet) -> None:
    """It asks for one GPU, and would hold the node's eight."""
    job = fleet.sbatch("vision", *fleet.options(ASK), "-t10", "--exclusive", "--gres=gpu:h100:1").out.strip()
    assert shown(fleet, job, lambda row: row["Reason"] not in ("None", "Priority"))["Reason"] == TOO_MANY
    fleet.end(job)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_job_that_waits_is_changed(fleet: Fleet, change: str) -> None:
    """What the change makes of it still runs within every limit, waits, or is refused."""
    done = fleet.sbatch("vision", *fleet.options(ASK), "-t10", "--begin=now+1hour", "--gres=gpu:h100:1")
    assert done.rc == 0, done.out
    job = done.out.strip()
    user = fleet.user("vision")
    fleet.run(["scontrol", "update", f"JobId={job}", change], user=user)
    begun = fleet.run(["scontrol", "update", f"JobId={job}", "StartTime=now"], user=user)
    assert begun.rc == 0, begun.out
    row = shown(fleet, job, lambda row: row["State"] == "RUNNING" or row["Reason"] not in ("None", "BeginTime"))
    if row["State"] == "RUNNING":
        assert holds(row) == 1, row
        assert (row["Account"], row["QOS"], row["Partition"], row["TimeLimit"]) == (
            *("vision", "production", "h100"),
            "10:00",
        )
    fleet.end(job)
