"""What a team gets: queues, limits, selectors, priority."""

import pytest

from tests.backends.kueue.documents import FLEET, made, quota


def test_cpu_and_memory_follow_the_devices_after_what_is_reserved() -> None:
    queue = made("  a: {group: lab, quota: {h100: {nominal: 12, borrow: 4, lend: 2}}}")["ClusterQueue", "", "a"]
    # 120 CPUs and 1984 GiB a node of 8: 15 CPUs and 248 GiB a GPU.
    assert quota(queue, "h100") == {
        "cpu": {"nominalQuota": "180", "borrowingLimit": "60", "lendingLimit": "30"},
        "memory": {"nominalQuota": "2976Gi", "borrowingLimit": "992Gi", "lendingLimit": "496Gi"},
        "nvidia.com/gpu": {"nominalQuota": "12", "borrowingLimit": "4", "lendingLimit": "2"},
    }


def test_only_devices_carry_limits_when_asked() -> None:
    fleet = FLEET.replace('release: "0.17"', 'release: "0.17", limitBorrowing: devices')
    queue = made("  a: {group: lab, quota: {h100: {nominal: 8, borrow: 0, lend: 0}}}", fleet)["ClusterQueue", "", "a"]
    assert quota(queue, "h100")["cpu"] == {"nominalQuota": "120"}
    assert quota(queue, "h100")["nvidia.com/gpu"] == {"nominalQuota": "8", "borrowingLimit": "0", "lendingLimit": "0"}


def test_unlimited_borrowing_and_lending_all_write_no_limit() -> None:
    queue = made("  a: {group: lab, quota: {h100: {nominal: 8, borrow: unlimited, lend: 8}}}")["ClusterQueue", "", "a"]
    assert quota(queue, "h100")["nvidia.com/gpu"] == {"nominalQuota": "8"}


def test_a_hard_team_stands_in_no_cohort_and_carries_no_limits() -> None:
    queue = made("  a: {group: products, quota: {h100: 8}}")["ClusterQueue", "", "a"]
    assert "cohortName" not in queue["spec"]
    assert queue["spec"]["preemption"]["reclaimWithinCohort"] == "Never"
    assert quota(queue, "h100")["nvidia.com/gpu"] == {"nominalQuota": "8"}


def test_cpu_work_has_a_queue_of_its_own() -> None:
    things = made("  a: {group: lab, quota: {h100: 8, epyc: {nominal: 50, borrow: 10}}, namespaces: [ns]}")
    assert [row["name"] for row in things["ClusterQueue", "", "a"]["spec"]["resourceGroups"][0]["flavors"]] == ["h100"]
    cpu = things["ClusterQueue", "", "a-cpu"]
    assert cpu["spec"]["resourceGroups"][0]["coveredResources"] == ["cpu", "memory"]
    assert quota(cpu, "epyc")["cpu"] == {"nominalQuota": "50", "borrowingLimit": "10"}
    assert things["LocalQueue", "ns", "a-cpu"]["spec"] == {"clusterQueue": "a-cpu", "stopPolicy": "None"}


def test_a_team_that_holds_nothing_here_has_no_queue() -> None:
    assert not [kind for kind, _, _ in made("  a: {group: products, quota: {h100: 0}}") if kind.endswith("Queue")]


def test_the_namespaces_names_select_unless_the_document_says_how() -> None:
    named = made("  a: {quota: {h100: 8}, namespaces: [z, b]}")["ClusterQueue", "", "a"]
    assert named["spec"]["namespaceSelector"] == {
        "matchExpressions": [{"key": "kubernetes.io/metadata.name", "operator": "In", "values": ["b", "z"]}]
    }
    labelled = made("  a: {quota: {h100: 8}, namespaceSelector: {team: a}}")["ClusterQueue", "", "a"]
    assert labelled["spec"]["namespaceSelector"] == {"matchLabels": {"team": "a"}}
    assert "namespaceSelector" not in made("  a: {quota: {h100: 8}}")["ClusterQueue", "", "a"]["spec"]


def test_namespaces_are_written_only_when_asked() -> None:
    team = "  a: {quota: {h100: 8}, namespaces: [ns], namespaceSelector: {team: a}}"
    assert ("Namespace", "", "ns") not in made(team)
    asked = made(team, FLEET.replace('release: "0.17"', 'release: "0.17", createNamespaces: true'))
    assert asked["Namespace", "", "ns"]["metadata"] == {
        "name": "ns",
        "labels": {"kubernetes.io/metadata.name": "ns", "team": "a"},
    }


TIERS = """\
tiers:
  high: {maxTime: 1d%s}
  low: {maxTime: 1d}
"""


def test_tiers_become_priority_classes_and_preemption_inside_the_queue() -> None:
    things = made("  a: {quota: {h100: 8}}", FLEET + TIERS % "")
    assert things["WorkloadPriorityClass", "", "high"]["value"] > things["WorkloadPriorityClass", "", "low"]["value"]
    assert things["ClusterQueue", "", "a"]["spec"]["preemption"]["withinClusterQueue"] == "LowerPriority"


def test_a_tier_that_preempts_nobody_turns_preemption_inside_the_queue_off() -> None:
    things = made("  a: {quota: {h100: 8}}", FLEET + TIERS % ", preempts: []")
    assert things["ClusterQueue", "", "a"]["spec"]["preemption"]["withinClusterQueue"] == "Never"


def test_a_share_of_one_is_what_no_weight_means() -> None:
    things = made("  a: {group: lab, share: 5, quota: {h100: 8}}\n  b: {group: lab, quota: {h100: 8}}")
    assert things["ClusterQueue", "", "a"]["spec"]["fairSharing"] == {"weight": "5"}
    assert "fairSharing" not in things["ClusterQueue", "", "b"]["spec"]


def test_flavors_are_tried_in_the_order_of_the_teams_quota() -> None:
    fleet = FLEET.replace(
        "flavors:\n", "flavors:\n  a100: {gpu: {product: A100, perNode: 8}, node: {cpus: 8, memory: 1Ti}}\n"
    )
    for quota_of in ("{h100: 8, a100: 8}", "{a100: 8, h100: 8}"):
        queue = made(f"  a: {{quota: {quota_of}}}", fleet)["ClusterQueue", "", "a"]
        names = [row["name"] for row in queue["spec"]["resourceGroups"][0]["flavors"]]
        assert names == [word.split(":")[0] for word in quota_of.strip("{}").split(", ")]


@pytest.mark.parametrize(
    ("release", "fungibility", "written"),
    [
        ("0.17", "{}", ("MayStopSearch", "TryNextFlavor")),
        ("0.17", "{whenCanBorrow: next-flavor, whenCanPreempt: preempt}", ("TryNextFlavor", "MayStopSearch")),
        ("0.14", "{whenCanPreempt: preempt}", ("Borrow", "Preempt")),
    ],
)
def test_fungibility_is_spelled_as_the_release_spells_it(
    release: str, fungibility: str, written: tuple[str, str]
) -> None:
    fleet = FLEET.replace('"0.17"', f'"{release}", fungibility: {fungibility}')
    found = made("  a: {quota: {h100: 8}}", fleet)["ClusterQueue", "", "a"]["spec"]["flavorFungibility"]
    assert (found["whenCanBorrow"], found["whenCanPreempt"]) == written


def test_a_team_is_stopped_by_its_queues() -> None:
    for stop, policy in (("hold", "Hold"), ("drain", "HoldAndDrain")):
        things = made(f"  a: {{quota: {{h100: 8, epyc: 8}}, stop: {stop}}}\n  b: {{quota: {{h100: 8}}}}")
        queues = {
            name: thing["spec"]["stopPolicy"] for (kind, _, name), thing in things.items() if kind == "ClusterQueue"
        }
        assert queues == {"a": policy, "a-cpu": policy, "b": "None"}


def test_past_use_orders_a_teams_namespaces_when_asked() -> None:
    things = made(
        "  a: {quota: {h100: 8}, namespaces: [n]}", FLEET.replace('"0.17"', '"0.17", admissionFairSharing: true')
    )
    assert things["ClusterQueue", "", "a"]["spec"]["admissionScope"] == {
        "admissionMode": "UsageBasedAdmissionFairSharing"
    }
    assert things["LocalQueue", "n", "a"]["spec"]["fairSharing"] == {"weight": "1"}
