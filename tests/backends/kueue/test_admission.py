"""Policies, bindings and roles as they are written; what the API server makes of them is tried in tests/live/kube."""

import re
from typing import Any

import pytest

from tenantry.backends.base import Concept, Fidelity
from tenantry.backends.kueue.admission.cel import text
from tenantry.backends.kueue.limits import limits_of
from tests.backends.kueue.documents import FLEET, made
from tests.support.documents import resolved_text

POLICY, BINDING = "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"
TIERS = """
tiers:
  high: {maxTime: 1d}
  low: {maxTime: 12h, defaultTime: 1h, checkpoint: {every: 1h, write: 2m}}
  serve: {maxTime: unlimited}
"""
TEAMS = """\
  a: {group: lab, quota: {h100: 8, epyc: 8}, namespaces: [a, both], perJob: {h100: 4}, access: [oidc:a, ops]}
  b: {group: lab, quota: {h100: 8}, namespaces: [both], tiers: [low]}
  nowhere: {group: lab, quota: {h100: 8}, access: [oidc:a]}
"""


def on(kubernetes: str, more: str = "") -> str:
    return FLEET.replace('release: "0.17"', f'release: "0.17", kubernetes: "{kubernetes}"{more}') + TIERS


def kinds(things: dict[Any, Any]) -> set[str]:
    return {kind for kind, _, _ in things}


def data(things: dict[Any, Any], team: str) -> dict[str, str]:
    found: dict[str, str] = things["ConfigMap", "kueue-system", f"demo.{team}"]["data"]
    return found


@pytest.mark.parametrize("fleet", [FLEET + TIERS, on("1.29")])
def test_nothing_is_written_without_a_release_that_has_policies(fleet: str) -> None:
    assert not kinds(made(TEAMS, fleet)) & {POLICY, BINDING, "ConfigMap", "MutatingAdmissionPolicy"}


@pytest.mark.parametrize(
    ("kubernetes", "more", "api"),
    [
        ("1.30", ", mutatingPolicies: true", None),
        ("1.35", "", None),
        ("1.35", ", mutatingPolicies: true", "admissionregistration.k8s.io/v1beta1"),
        ("1.36", "", "admissionregistration.k8s.io/v1"),
    ],
)
def test_defaults_are_filled_in_where_the_release_can(kubernetes: str, more: str, api: str | None) -> None:
    things = made(TEAMS, on(kubernetes, more))
    mutating = [thing for (kind, _, _), thing in things.items() if kind.startswith("Mutating")]
    assert {thing["apiVersion"] for thing in mutating} == ({api} if api else set())
    assert {kind for kind in kinds(things) if kind.startswith("Validating")} == {POLICY, BINDING}


def test_one_policy_serves_all_teams_and_a_team_owns_its_binding_and_its_data() -> None:
    things = made(TEAMS, on("1.35"))
    names = {kind: {name for found, _, name in things if found == kind} for kind in kinds(things)}
    assert names[POLICY] == {"demo.jobs", "demo.workloads"}
    assert names[BINDING] == {"demo.a.jobs", "demo.a.workloads", "demo.b.jobs", "demo.b.workloads"}
    assert names["ConfigMap"] == {"demo.a", "demo.b"}
    spec = things[BINDING, "", "demo.a.jobs"]["spec"]
    [selected] = spec["matchResources"]["namespaceSelector"]["matchExpressions"]
    assert selected == {"key": "kubernetes.io/metadata.name", "operator": "In", "values": ["a", "both"]}
    assert spec["paramRef"] == {"name": "demo.a", "namespace": "kueue-system", "parameterNotFoundAction": "Deny"}
    assert things[POLICY, "", "demo.jobs"]["spec"]["failurePolicy"] == "Fail"


def test_a_team_s_data_says_its_queues_its_tiers_and_their_seconds() -> None:
    things = made(TEAMS, on("1.35"))
    assert data(things, "a") == {
        "default.low": "3600",
        "grace.low": "120",
        "lowest": "serve",
        "max.high": "86400",
        "max.low": "43200",
        "others.both": "b",
        "perJob.nvidia.com_gpu": "4",
        "queues": "a a-cpu",
        "tiers": "high low serve",
    }
    assert data(things, "b") == {
        "default.low": "3600",
        "grace.low": "120",
        "lowest": "low",
        "max.low": "43200",
        "others.both": "a a-cpu",
        "queues": "b",
        "tiers": "low",
    }


def test_a_job_is_limited_in_a_resource_by_the_most_generous_flavor_that_counts_it() -> None:
    fleet = on("1.35").replace(
        "  epyc:", "  l40s: {gpu: {product: NVIDIA-L40S, perNode: 8}, node: {cpus: 64, memory: 1Ti}}\n  epyc:"
    )
    team = "  a: {{group: lab, quota: {{h100: 8, l40s: 8}}, namespaces: [a], perJob: {{{}}}}}\n"
    assert data(made(team.format("h100: 4, l40s: 6"), fleet), "a")["perJob.nvidia.com_gpu"] == "6"
    assert "perJob.nvidia.com_gpu" not in data(made(team.format("h100: 4"), fleet), "a")
    assert "perJob.nvidia.com_gpu" not in data(made(team.format("h100: 4, l40s: unlimited"), fleet), "a")


def test_workloads_are_looked_at_only_for_sizes_and_checkpoints() -> None:
    plain = on("1.35").replace(TIERS, "\ntiers: {high: {maxTime: 1d}}\n")
    team = "  a: {group: lab, quota: {h100: 8}, namespaces: [a]}\n"
    assert (POLICY, "", "demo.workloads") not in made(team, plain)
    assert (POLICY, "", "demo.workloads") in made(team, on("1.35"))


def test_without_tiers_queues_alone_are_held() -> None:
    things = made(TEAMS, on("1.36").replace(TIERS, ""))
    [queue, size] = things[POLICY, "", "demo.jobs"]["spec"]["validations"]
    assert "queue" in queue["messageExpression"]
    assert "nvidia.com/gpu" in size["messageExpression"]
    assert "MutatingAdmissionPolicy" not in kinds(things)


@pytest.mark.parametrize("release", ["0.14", "0.17"])
def test_a_workload_s_class_stands_where_its_release_has_it(release: str) -> None:
    fleet = on("1.35").replace('release: "0.17"', f'release: "{release}"')
    spec = made(TEAMS, fleet)[POLICY, "", "demo.workloads"]["spec"]
    [tier] = [it["expression"] for it in spec["variables"] if it["name"] == "tier"]
    assert set(re.findall(r"priorityClass\w+", tier)) == {
        "priorityClassName" if release == "0.14" else "priorityClassRef"
    }


def test_nothing_is_escaped_into_cel() -> None:
    assert text("nvidia.com/gpu") == "'nvidia.com/gpu'"
    for wrong in ("it's", 'say "x"', "a\\b", "a\nb", "${a}"):
        with pytest.raises(ValueError, match="cannot stand in CEL"):
            text(wrong)


def test_groups_may_run_work_in_their_team_s_namespaces_alone() -> None:
    things = made(TEAMS, FLEET)
    bound = {(space, name): thing for (kind, space, name), thing in things.items() if kind == "RoleBinding"}
    assert set(bound) == {("a", "demo.a.members"), ("both", "demo.a.members")}
    for thing in bound.values():
        assert [(it["kind"], it["name"]) for it in thing["subjects"]] == [("Group", "oidc:a"), ("Group", "ops")]
        assert thing["roleRef"]["name"] == "demo.members"
    rules = things["ClusterRole", "", "demo.members"]["rules"]
    writable = {it for rule in rules if "create" in rule["verbs"] for it in rule["resources"]}
    assert {"jobs", "jobsets", "rayjobs", "trainjobs", "pods"} <= writable
    [kueue] = [rule for rule in rules if rule["apiGroups"] == ["kueue.x-k8s.io"]]
    assert kueue == {
        "apiGroups": ["kueue.x-k8s.io"],
        "resources": ["localqueues", "workloads"],
        "verbs": ["get", "list", "watch"],
    }


@pytest.mark.parametrize("group", ["system:authenticated", "a\\nb", "it's", "", " a"])
def test_groups_of_kubernetes_and_odd_ones_are_refused(group: str) -> None:
    with pytest.raises(AssertionError, match="group"):
        resolved_text(f"""{FLEET}\nteams:\n  a: {{quota: {{h100: 8}}, namespaces: [a], access: ["{group}"]}}\n""")


def test_what_is_told_follows_the_cluster() -> None:
    def told(fleet: str) -> dict[Concept, Fidelity]:
        held = (Concept.TIER_ACCESS, Concept.MAX_TIME, Concept.DEFAULT_TIME, Concept.PER_JOB)
        statements = limits_of(resolved_text(f"{fleet}\nteams:\n{TEAMS}"))
        return {concept: statements[concept].fidelity for concept in held}

    exact, absent = Fidelity.EXACT, Fidelity.ABSENT
    assert set(told(FLEET + TIERS).values()) == {absent}
    assert told(on("1.35")) == {
        Concept.TIER_ACCESS: exact,
        Concept.MAX_TIME: exact,
        Concept.DEFAULT_TIME: absent,
        Concept.PER_JOB: Fidelity.APPROXIMATE,
    }
    assert told(on("1.36"))[Concept.DEFAULT_TIME] is exact
