"""The controller's Configuration, and what of it a release does not have."""

from typing import Any

import pytest
import yaml

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.integrations import FRAMEWORKS, ON_PODS, available, installed
from tests.backends.kueue.documents import FLEET, made
from tests.check.cases import document_of, told_of

TEAM = "  a: {group: lab, quota: {h100: 8}, namespaces: [a]}"
MAP = ("ConfigMap", "kueue-system", "kueue-manager-config")


def configuration(kueue: str, fleet: str = FLEET) -> dict[str, Any]:
    head = fleet.replace('kueue: {release: "0.17"}', f"kueue: {{{kueue}}}")
    read: dict[str, Any] = yaml.safe_load(made(TEAM, head)[MAP]["data"]["controller_manager_config.yaml"])
    return read


def test_no_configuration_is_written_unless_asked_for() -> None:
    assert MAP not in made(TEAM)
    assert MAP not in made(TEAM, FLEET.replace('"0.17"', '"0.17", fairSharing: true'))


def test_what_a_release_is_installed_with_stands_in_it() -> None:
    found = configuration('release: "0.17", configuration: {}')
    assert (found["apiVersion"], found["kind"]) == ("config.kueue.x-k8s.io/v1beta2", "Configuration")
    assert found["webhook"] == {"port": 9443}
    assert found["clientConnection"] == {"qps": 50, "burst": 100}
    assert not found.keys() & {"fairSharing", "admissionFairSharing", "featureGates"}
    assert found["integrations"]["frameworks"] == [
        "batch/job",
        "kubeflow.org/mpijob",
        "ray.io/rayjob",
        "ray.io/raycluster",
        "ray.io/rayservice",
        "jobset.x-k8s.io/jobset",
        "kubeflow.org/paddlejob",
        "kubeflow.org/pytorchjob",
        "kubeflow.org/tfjob",
        "kubeflow.org/xgboostjob",
        "kubeflow.org/jaxjob",
        "workload.codeflare.dev/appwrapper",
        "trainer.kubeflow.org/trainjob",
        "pod",
        "deployment",
        "statefulset",
        "leaderworkerset.x-k8s.io/leaderworkerset",
    ]
    assert configuration('release: "0.19", configuration: {}')["clientConnection"] == {"qps": 300, "burst": 500}


def test_integrations_are_called_as_kueue_calls_them_in_its_own_order() -> None:
    found = configuration('release: "0.17", configuration: {integrations: [leaderworkerset, pod, job]}')
    assert found["integrations"] == {
        "frameworks": ["batch/job", "pod", "leaderworkerset.x-k8s.io/leaderworkerset"],
    }


def test_fair_sharing_is_spelled_as_the_release_spells_it() -> None:
    both = {"preemptionStrategies": ["LessThanOrEqualToFinalShare", "LessThanInitialShare"]}
    assert configuration('release: "0.17", fairSharing: true, configuration: {}')["fairSharing"] == both
    old = configuration('release: "0.14", fairSharing: true, configuration: {}')
    assert old["apiVersion"] == "config.kueue.x-k8s.io/v1beta1"
    assert old["fairSharing"] == {"enable": True} | both


def test_past_use_fades_with_the_documents_half_life_and_needs_a_gate_before_0_15() -> None:
    fleet = FLEET + "fairShare: {halfLife: 2d}\n"
    for release, gates in (("0.14", {"AdmissionFairSharing": True}), ("0.15", None)):
        found = configuration(f'release: "{release}", admissionFairSharing: true, configuration: {{}}', fleet)
        assert found["admissionFairSharing"] == {
            "usageHalfLifeTime": "172800s",
            "usageSamplingInterval": "5m",
            "resourceWeights": {"memory": 0},
        }
        assert found.get("featureGates") == gates


def test_a_topology_needs_a_gate_before_0_14() -> None:
    fleet = FLEET.replace("  h100:\n", "  h100:\n    topology: fabric\n")
    fleet += "topologies: {fabric: {levels: [{name: host, label: kubernetes.io/hostname}]}}\n"
    for release, gates in (("0.13", {"TopologyAwareScheduling": True}), ("0.14", None)):
        assert configuration(f'release: "{release}", configuration: {{}}', fleet).get("featureGates") == gates


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_is_installed_with_what_it_can_manage(release: str) -> None:
    assert set(installed(release)) <= set(available(release)) <= set(FRAMEWORKS)
    assert "pod" in installed(release) or not ON_PODS & set(installed(release))


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ({"release": "0.16", "configuration": {"integrations": ["job", "rayservice"]}}, "[1]"),
        ({"release": "0.11", "configuration": {"integrations": ["mxjob"]}}, "[0]"),
        ({"release": "0.17", "configuration": {"integrations": ["deployment", "job"]}}, "[0]"),
        ({"release": "0.17", "configuration": {"integrations": ["deployment", "pod"]}}, None),
    ],
)
def test_integrations_that_the_release_cannot_start_with_are_refused(target: Any, told: str | None) -> None:
    expected = [] if told is None else [f"kueue.configuration.integrations{told}"]
    assert told_of(document_of(kueue=target), "KUE102") == expected


@pytest.mark.parametrize(("release", "told"), [("0.11", ["kueue.admissionFairSharing"]), ("0.12", [])])
def test_admission_fair_sharing_came_with_0_12(release: str, told: list[str]) -> None:
    assert told_of(document_of(kueue={"release": release, "admissionFairSharing": True}), "KUE102") == told


@pytest.mark.parametrize(
    ("release", "kubernetes", "told"),
    [
        ("0.11", "1.24", ["kueue.kubernetes"]),
        ("0.11", "1.25", []),
        ("0.12", "1.28", ["kueue.kubernetes"]),
        ("0.19", "1.29", []),
    ],
)
def test_each_release_needs_a_release_of_kubernetes(release: str, kubernetes: str, told: list[str]) -> None:
    assert told_of(document_of(kueue={"release": release, "kubernetes": kubernetes}), "KUE102") == told


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ({}, []),
        ({"fairSharing": True}, []),
        ({"fairSharing": False}, ["departments.d.share", "teams.t.share"]),
        ({"configuration": {}}, ["departments.d.share", "teams.t.share"]),
        ({"configuration": {}, "fairSharing": True}, []),
    ],
)
def test_shares_without_fair_sharing_are_told(target: dict[str, Any], told: list[str]) -> None:
    teams = {
        "t": {"group": "lab", "department": "d", "share": 2, "quota": {"h100": 8}, "namespaces": ["t"]},
        "hard": {"share": 3, "quota": {"h100": 8}, "namespaces": ["hard"]},
        "alike": {"group": "lab", "quota": {"h100": 8}, "namespaces": ["alike"]},
    }
    document = document_of(
        kueue={"release": "0.17"} | target,
        groups={"lab": {"sharing": "fair"}},
        departments={"d": {"share": 4}},
        teams=teams,
    )
    assert sorted(told_of(document, "KUE104")) == told
