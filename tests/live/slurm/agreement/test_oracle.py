"""The oracle itself: what it would say of queues that no scheduler may show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.live.slurm.agreement.jobs import NOT_YET, PENDING, RUNNING, Ask, Job
from tests.live.slurm.agreement.oracle import Oracle
from tests.live.slurm.agreement.tenancies import TWO_MODELS
from tests.support.documents import resolved_text

USERS = {"vision": "ada", "speech": "alan", "robots": "barbara", "atlas": "lise", "oak": "alonzo", "chat": "grace"}


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle(resolved_text(TWO_MODELS))


def job(ask: Ask, *nodes: str, state: str = RUNNING, reason: str = "None", number: str = "1") -> Job:
    held, cpus = (ask.total, 8 * ask.total) if state == RUNNING else (0, 0)
    user, tier = USERS[ask.team], ask.tier or ("production" if ask.team in ("oak", "chat") else "scavenger")
    return Job(number, ask, user, tier, state, reason, 1000, ask.minutes, 0, nodes, cpus, held)


def waiting(ask: Ask, reason: str = "Priority", number: str = "2") -> Job:
    return job(ask, state=PENDING, reason=reason, number=number)


OVER = {
    "nominal": (Ask("vision", "h100", 5), "nominal of vision"),
    "borrow": (Ask("vision", "h100", 7, borrow=True), "borrow of vision"),
    "a flavor that is not held": (Ask("robots", "l40s", 1), "nominal of robots"),
    "what a cap leaves": (Ask("vision", "h100", 4, borrow=True), "less what it is guaranteed"),
    "what a group lends": (Ask("atlas", "h100", 7, borrow=True), "borrowed from open"),
    "what a hard group shares": (Ask("chat", "h100", 1, borrow=True), "borrow of chat"),
}


@pytest.mark.parametrize(("ask", "said"), OVER.values(), ids=OVER)
def test_a_limit_that_is_passed(oracle: Oracle, ask: Ask, said: str) -> None:
    assert any(said in fault for fault in oracle.over([job(ask, "h1" if ask.flavor == "h100" else "l1")]))


def test_all_that_is_borrowed(oracle: Oracle) -> None:
    some = job(Ask("robots", "h100", 8, borrow=True), "h1")
    assert not list(oracle.over([some, job(Ask("atlas", "h100", 4, borrow=True), "h2")]))
    more = [*oracle.over([some, job(Ask("atlas", "h100", 5, borrow=True), "h2")])]
    assert more == ["13 h100 held, at most 12: borrowed from lent in archive, lab, open and what nobody holds"]


def test_a_department_above_its_cap(oracle: Oracle) -> None:
    held = [job(Ask(team, "h100", count), "h1") for team, count in (("vision", 4), ("speech", 2))]
    assert not list(oracle.over([*held, job(Ask("speech", "h100", 3, borrow=True), "h2")]))
    assert any("cap of science" in it for it in oracle.over([*held, job(Ask("speech", "h100", 4, borrow=True), "h2")]))


def test_what_a_job_must_not_be(oracle: Oracle) -> None:
    fine = job(Ask("vision", "h100", 2), "h1")
    assert not list(oracle.over([fine]))
    faults = {
        "was evicted": replace(fine, restarts=1),
        "may run 61 minutes": replace(fine, minutes=61),
        "holds 1 of the 2 devices": replace(fine, held=1),
    }
    for said, wrong in faults.items():
        assert [said in fault for fault in oracle.over([wrong])] == [True]
    evicted = replace(job(Ask("vision", "h100", 2, borrow=True), "h1"), restarts=1)
    assert not list(oracle.over([evicted]))


def test_work_that_waits_for_nothing(oracle: Oracle) -> None:
    assert len(list(oracle.idle([waiting(Ask("vision", "h100", 2))]))) == 1
    assert len(list(oracle.idle([waiting(Ask("atlas", "h100", 2, borrow=True))]))) == 1


def test_work_that_others_borrow_the_place_of(oracle: Oracle) -> None:
    full = [
        job(Ask("robots", "h100", 8, borrow=True), "h1"),
        job(Ask("atlas", "h100", 4, borrow=True), "h2"),
        job(Ask("chat", "h100", 2), "h2"),
        job(Ask("speech", "h100", 2), "h2"),
        job(Ask("oak", "h100", 8), "h3"),
    ]
    assert not list(oracle.over(full))
    assert len(list(oracle.idle([*full, waiting(Ask("vision", "h100", 2))]))) == 1
    assert not list(oracle.idle([*full, waiting(Ask("vision", "h100", 2, borrow=True))]))


def test_work_that_waits_for_a_reason(oracle: Oracle) -> None:
    held = job(Ask("vision", "h100", 3), "h1")
    reasons = [
        waiting(Ask("vision", "h100", 2)),
        waiting(Ask("speech", "h100", 1, borrow=True), reason=NOT_YET),
        waiting(Ask("oak", "h100", 8), number="3"),
    ]
    blocked = [job(Ask("atlas", "h100", 1), node, number=node[1]) for node in ("h2", "h3")]
    assert not list(oracle.over([held, *blocked]))
    assert not list(oracle.idle([held, *blocked, *reasons]))
    assert len(list(oracle.idle([held, *reasons]))) == 1


def test_what_is_refused(oracle: Oracle) -> None:
    assert oracle.refuses(Ask("vision", "h100", 5))
    assert oracle.refuses(Ask("vision", "h100", 2, nodes=3))
    assert oracle.refuses(Ask("vision", "h100", 4, borrow=True))
    assert not oracle.refuses(Ask("vision", "h100", 3, borrow=True))
