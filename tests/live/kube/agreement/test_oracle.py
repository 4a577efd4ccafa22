"""The judge of the other tests here, asked about work that nobody has to run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.live.kube.agreement.jobs import Ask, Job
from tests.live.kube.agreement.oracle import Oracle
from tests.live.kube.agreement.tenancies import TWO_MODELS
from tests.support.documents import resolved_text


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle(resolved_text(TWO_MODELS))


def running(oracle: Oracle, team: str, devices: int, flavor: str = "h100", tier: str = "scavenger") -> Job:
    return admitted(oracle, Ask(team, flavor, devices, tier=tier))


def admitted(oracle: Oracle, ask: Ask) -> Job:
    holds = ask.amounts(oracle.resolved.flavors[ask.flavor])
    return Job("job", ask, ask.tier or "scavenger", holds, frozenset({ask.flavor}), considered=True)


def waiting(team: str, devices: int, flavor: str = "h100", tier: str = "scavenger") -> Job:
    return Job("job", Ask(team, flavor, devices, tier=tier), tier, None, frozenset(), considered=True)


OVER: dict[str, tuple[dict[str, int], str]] = {
    "nominal and borrow": ({"atlas": 6}, "nominal + borrow of atlas"),
    "a hard team's nominal": ({"chat": 2}, "nominal + borrow of chat"),
    "a cap": ({"vision": 3, "speech": 2}, "cap of science"),
    "what another team keeps": ({"nova": 6}, "lent in open"),
    "another group's guarantee": ({"robots": 8}, "lent in lab"),
    "what nobody is guaranteed, used by several groups": ({"oak": 6, "nova": 4}, "what nobody is guaranteed"),
}


@pytest.mark.parametrize(("held", "said"), OVER.values(), ids=OVER)
def test_a_limit_that_is_passed(oracle: Oracle, held: dict[str, int], said: str) -> None:
    *most, (last, count) = held.items()
    jobs = [running(oracle, team, devices) for team, devices in most]
    assert not [*oracle.over([*jobs, running(oracle, last, count - 1)])]
    assert any(said in fault for fault in oracle.over([*jobs, running(oracle, last, count)]))


def test_cpus_without_their_devices(oracle: Oracle) -> None:
    assert not [*oracle.over([admitted(oracle, Ask("atlas", "h100", 2, cpu_times=2))])]
    faults = [*oracle.over([admitted(oracle, Ask("atlas", "h100", 3, cpu_times=2))])]
    assert faults == ["48000 cpu of h100 held, at most 40000: nominal + borrow of atlas"]


def test_what_a_job_must_not_be(oracle: Oracle) -> None:
    fine = running(oracle, "vision", 2)
    assert not [*oracle.over([fine])]
    assert fine.holds is not None
    faults = {
        "holds {'nvidia.com/gpu': 1": replace(fine, holds={**fine.holds, "nvidia.com/gpu": 1}),
        "runs on l40s": replace(fine, flavors=frozenset({"l40s"})),
        "was evicted by another team": replace(waiting("chat", 1), evicted="InCohortReclamation"),
    }
    for said, wrong in faults.items():
        assert [said in fault for fault in oracle.over([wrong])] == [True]
    assert not [*oracle.over([replace(waiting("nova", 1), evicted="InCohortReclamation")])]


def test_work_that_nothing_is_in_the_way_of(oracle: Oracle) -> None:
    [fault] = oracle.idle([waiting("nova", 5)])
    assert fault.endswith("nothing is in its way")
    assert not [*oracle.idle([waiting("nova", 6)])]
    assert not [*oracle.idle([running(oracle, "oak", 7), waiting("nova", 3)])]


def test_work_that_lower_tiers_of_its_own_team_are_in_the_way_of(oracle: Oracle) -> None:
    full = [running(oracle, "oak", 7), running(oracle, "vision", 2, tier="production"), running(oracle, "vision", 1)]
    [fault] = oracle.idle([*full, waiting("vision", 1, tier="research")])
    assert fault.endswith("only work of lower tiers of its own team is in its way")
    assert not [*oracle.idle([*full, waiting("vision", 1)])]
    assert not [*oracle.idle([*full, waiting("robots", 2, tier="production")])]


def test_work_above_the_guarantee_of_its_team_evicts_nothing(oracle: Oracle) -> None:
    held = [running(oracle, "nova", 2), running(oracle, "nova", 3)]
    [fault] = oracle.idle([*held, waiting("nova", 1, tier="research")])
    assert fault.endswith("is within what its team is guaranteed")
    assert not [*oracle.idle([*held, waiting("nova", 2, tier="research")])]


def test_work_that_is_about_to_end_holds_nothing(oracle: Oracle) -> None:
    ending = replace(running(oracle, "nova", 5), evicted="InCohortReclamation")
    assert not [*oracle.over([ending, running(oracle, "atlas", 5)])]
    assert [*oracle.over([replace(ending, evicted=""), running(oracle, "atlas", 5)])]


def test_work_within_a_guarantee_that_others_use(oracle: Oracle) -> None:
    full = [running(oracle, "robots", 4), running(oracle, "oak", 7)]
    [fault] = oracle.idle([*full, waiting("vision", 2)])
    assert fault.endswith("is within what its team is guaranteed")
    assert not [*oracle.idle([*full, waiting("vision", 3)])]


def test_what_could_never_run(oracle: Oracle) -> None:
    assert not oracle.never_runs(Ask("vision", "h100", 2, pods=2))
    assert oracle.never_runs(Ask("vision", "h100", 5))
    assert oracle.never_runs(Ask("robots", "l40s", 1))
