"""What the switches of a document make the real controller do, on each release."""

from typing import Any

import pytest

from tests.backends.kueue.documents import FLEET, made
from tests.live.kube.control_plane import ControlPlane
from tests.live.kube.test_harness import GPU, job
from tests.live.kube.test_render import namespaces

pytestmark = pytest.mark.kube

TWO = FLEET.replace(
    "flavors:\n",
    "flavors:\n  a100:\n    gpu: {product: NVIDIA-A100-SXM4-80GB, perNode: 8}\n    node: {cpus: 128, memory: 1Ti}\n",
)
TIERS = "tiers: {high: {maxTime: 1d}, low: {maxTime: 1d}}\n"


def apply(cluster: ControlPlane, teams: str, fleet: str = TWO) -> None:
    """Applies the objects of these teams, and waits until their queues take work."""
    things = list(made(teams, fleet.replace('"0.17"', f'"{cluster.kueue}"')).values())
    cluster.apply(namespaces(things))
    assert [verdict.message for verdict in cluster.apply(things)] == [""] * len(things)
    for thing in things:
        if thing["kind"] == "ClusterQueue" and thing["spec"]["stopPolicy"] == "None":
            cluster.wait_condition("ClusterQueue", thing["metadata"]["name"])


def submit(cluster: ControlPlane, name: str, team: str, gpus: int, tier: str | None = None) -> None:
    wanted = job(name, team, team, gpus)
    if tier is not None:
        wanted["metadata"]["labels"]["kueue.x-k8s.io/priority-class"] = tier
    assert [verdict.message for verdict in cluster.apply([wanted])] == [""]


def workload(cluster: ControlPlane, name: str, team: str) -> dict[str, Any]:
    """The workload of a job."""

    def found() -> dict[str, Any] | None:
        owned = [it for it in cluster.objects("Workload", team) if it["metadata"]["ownerReferences"][0]["name"] == name]
        return owned[0] if owned else None

    return cluster.wait_for(found, f"workload of {name}")


def flavor(cluster: ControlPlane, name: str, team: str) -> str:
    """The flavor that a job is admitted to."""
    made_for = workload(cluster, name, team)["metadata"]["name"]
    cluster.wait_condition("Workload", made_for, team, condition="Admitted")
    [assigned] = workload(cluster, name, team)["status"]["admission"]["podSetAssignments"]
    return str(assigned["flavors"][GPU])


def test_flavors_are_tried_in_the_order_of_the_quota(release: ControlPlane) -> None:
    apply(
        release, "  a: {quota: {h100: 8, a100: 8}, namespaces: [a]}\n  b: {quota: {a100: 8, h100: 8}, namespaces: [b]}"
    )
    for team, order in (("a", ["h100", "a100"]), ("b", ["a100", "h100"])):
        for at, expected in enumerate(order):
            submit(release, f"job{at}", team, 8)
            assert flavor(release, f"job{at}", team) == expected


@pytest.mark.parametrize(("way", "expected"), [("borrow", "h100"), ("next-flavor", "a100")])
def test_work_borrows_before_or_after_the_next_flavor(release: ControlPlane, way: str, expected: str) -> None:
    teams = """
  a: {group: lab, quota: {h100: {nominal: 8, borrow: 8}, a100: 8}, namespaces: [a]}
  b: {group: lab, quota: {h100: 8}, namespaces: [b]}
"""
    apply(release, teams, TWO.replace('"0.17"', f'"0.17", fungibility: {{whenCanBorrow: {way}}}'))
    submit(release, "first", "a", 8)
    assert flavor(release, "first", "a") == "h100"
    submit(release, "second", "a", 8)
    assert flavor(release, "second", "a") == expected


@pytest.mark.parametrize(("way", "expected"), [("preempt", "h100"), ("next-flavor", "a100")])
def test_work_preempts_before_or_after_the_next_flavor(release: ControlPlane, way: str, expected: str) -> None:
    fleet = TWO.replace('"0.17"', f'"0.17", fungibility: {{whenCanPreempt: {way}}}') + TIERS
    apply(release, "  a: {quota: {h100: 8, a100: 8}, namespaces: [a]}", fleet)
    submit(release, "low", "a", 8, "low")
    assert flavor(release, "low", "a") == "h100"
    submit(release, "high", "a", 8, "high")
    assert flavor(release, "high", "a") == expected


def test_a_team_on_hold_starts_nothing_more_and_one_that_is_drained_loses_what_runs(release: ControlPlane) -> None:
    team = "  a: {{quota: {{h100: 16}}, namespaces: [a]{}}}"
    apply(release, team.format(""))
    submit(release, "first", "a", 8)
    first = workload(release, "first", "a")["metadata"]["name"]
    release.wait_condition("Workload", first, "a", condition="Admitted")

    apply(release, team.format(", stop: hold"))
    assert release.wait_condition("ClusterQueue", "a", status="False")["reason"] == "Stopped"
    submit(release, "second", "a", 8)
    second = workload(release, "second", "a")["metadata"]["name"]
    held = release.wait_condition("Workload", second, "a", condition="QuotaReserved", status="False")
    assert "is stopped" in held["message"] or "inactive" in held["message"]
    release.wait_condition("Workload", first, "a", condition="Admitted")

    apply(release, team.format(", stop: drain"))
    release.wait_condition("Workload", first, "a", condition="Evicted")
    apply(release, team.format(""))
    for name in (first, second):
        release.wait_condition("Workload", name, "a", condition="Admitted")
