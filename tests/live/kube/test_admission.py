"""The admission policies and roles on a real API server, in the names of users of two teams.

Each kind of work has its own project's CRD. Most requests are dry runs, which pass through admission like any other.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tenantry.backends.kueue.render import objects
from tests.backends.kueue.documents import FLEET
from tests.live.kube.client import Answer, Client
from tests.live.kube.cluster import stored
from tests.live.kube.control_plane import ControlPlane
from tests.live.kube.job_kinds import DEFINITIONS, definition
from tests.live.kube.work import KINDS, LIMIT, TIER, WITH_DEADLINE, labels, pod_spec, work
from tests.support.documents import resolved_text

pytestmark = pytest.mark.kube

MUTATING = (
    "--feature-gates=MutatingAdmissionPolicy=true",
    "--runtime-config=admissionregistration.k8s.io/v1beta1=true",
)
PATCH = "application/merge-patch+json"
DOCUMENT = f"""{FLEET.replace('"0.17"', '"0.17", kubernetes: "1.35", mutatingPolicies: true')}
tiers:
  high: {{maxTime: 1d}}
  serve: {{maxTime: unlimited}}
  low: {{maxTime: 12h, defaultTime: 1h, checkpoint: {{every: 1h, write: 2m}}}}
teams:
  a: {{group: lab, quota: {{h100: 16}}, namespaces: [a, both], perJob: {{h100: 8}}, access: [oidc:a]}}
  b: {{group: lab, quota: {{h100: 16}}, namespaces: [b, both], tiers: [low], access: [oidc:b]}}
"""
SPACES = ("a", "b", "both", "elsewhere")
DAY = 86400


def namespace(name: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}


@pytest.fixture(scope="module")
def running() -> Iterator[ControlPlane]:
    definitions = [definition(kind) for kind in DEFINITIONS]
    with ControlPlane(flags=MUTATING) as cluster:
        for thing in (*definitions, *map(namespace, SPACES)):
            assert cluster.client.create(thing).ok
        cluster.wait_for(lambda: cluster.serves(definitions) or None, "kinds of work")
        things = [placed.object for placed in objects(resolved_text(DOCUMENT))]
        verdicts = cluster.apply(things)
        assert [(verdict.message, verdict.warnings) for verdict in verdicts] == [("", ())] * len(things)
        cluster.wait_for(lambda: _held(cluster), "policies in force")
        yield cluster


def _held(cluster: ControlPlane) -> bool | None:
    """Policies count a moment after they are made; the mutating ones know a new kind a moment after it is served."""
    wrong = [work(kind, space, {}) for kind in KINDS for space in ("a", "b", "both")]
    denied = [tried(cluster.client, thing).status == 422 for thing in (*wrong, workload("a", 9))]
    right = tried(cluster.client, work("Job", "a", labels("a", "low"), grace=120))
    return (all(denied) and right.ok) or None


@pytest.fixture
def ada(running: ControlPlane) -> Iterator[Client]:
    """A user of team a."""
    client = running.client_of("ada", "oidc:a")
    yield client
    client.close()


@pytest.fixture
def bob(running: ControlPlane) -> Iterator[Client]:
    """A user of team b."""
    client = running.client_of("bob", "oidc:b")
    yield client
    client.close()


def tried(client: Client, thing: dict[str, Any]) -> Answer:
    return client.create(thing, dry_run=True)


def refused(answer: Answer, *words: str) -> None:
    assert answer.status == 422, (answer.status, answer.message)
    assert "ValidatingAdmissionPolicy" in answer.message
    for word in words:
        assert word in answer.message


def accepted(answer: Answer) -> dict[str, str]:
    assert answer.ok, answer.message
    found: dict[str, str] = answer.body["metadata"].get("labels", {})
    return found


def test_everything_is_stored_as_written(running: ControlPlane) -> None:
    things = [placed.object for placed in objects(resolved_text(DOCUMENT))]
    guards = [thing for thing in things if "kueue" not in thing["apiVersion"]]
    assert {thing["kind"] for thing in guards} == {
        "ClusterRole",
        "ConfigMap",
        "MutatingAdmissionPolicy",
        "MutatingAdmissionPolicyBinding",
        "RoleBinding",
        "ValidatingAdmissionPolicy",
        "ValidatingAdmissionPolicyBinding",
    }
    for thing in guards:
        assert stored(running, thing) == thing


@pytest.mark.parametrize("kind", KINDS)
def test_work_names_a_queue_of_its_namespace(ada: Client, kind: str) -> None:
    refused(tried(ada, work(kind, "a", {})), "has to name a queue", ": a")
    refused(tried(ada, work(kind, "a", labels("b", "low", 60), grace=120)), "has to name a queue")
    accepted(tried(ada, work(kind, "a", labels("a", "high", 60))))


@pytest.mark.parametrize("kind", KINDS)
def test_work_stays_in_its_team_s_tiers(ada: Client, bob: Client, kind: str) -> None:
    refused(tried(bob, work(kind, "b", labels("b", "high", 60))), "has to name a tier", ": low")
    refused(tried(ada, work(kind, "a", labels("a", "urgent", 60))), ": high serve low")
    # Two teams share a namespace: the queue decides which team's tiers count.
    accepted(tried(ada, work(kind, "both", labels("a", "high", 60))))
    refused(tried(bob, work(kind, "both", labels("b", "high", 60))), "has to name a tier", ": low")


@pytest.mark.parametrize("kind", KINDS)
def test_work_states_a_time_up_to_the_maximum(ada: Client, kind: str) -> None:
    refused(tried(ada, work(kind, "a", labels("a", "high"))), f"within {DAY} seconds")
    refused(tried(ada, work(kind, "a", labels("a", "high", DAY + 1))), f"within {DAY} seconds")
    assert accepted(tried(ada, work(kind, "a", labels("a", "high", DAY))))[LIMIT] == str(DAY)
    accepted(tried(ada, work(kind, "a", labels("a", "serve"))))


@pytest.mark.parametrize("wrong", ["0", "05", "1e3", "soon", "99999999999"])
def test_a_limit_that_is_no_number_is_none(ada: Client, wrong: str) -> None:
    refused(tried(ada, work("JobSet", "a", labels("a", "high", wrong))))


@pytest.mark.parametrize("kind", WITH_DEADLINE)
def test_a_deadline_of_the_kind_counts_too(ada: Client, kind: str) -> None:
    accepted(tried(ada, work(kind, "a", labels("a", "high"), deadline=DAY)))
    refused(tried(ada, work(kind, "a", labels("a", "high"), deadline=DAY + 1)))
    refused(tried(ada, work(kind, "a", labels("a", "high", 60), deadline=DAY + 1)))


@pytest.mark.parametrize("kind", KINDS)
def test_who_asks_for_nothing_gets_the_lowest_tier_and_its_time(ada: Client, kind: str) -> None:
    given = accepted(tried(ada, work(kind, "a", labels("a"), grace=120)))
    assert (given[TIER], given[LIMIT]) == ("low", "3600")
    given = accepted(tried(ada, work(kind, "a", labels("a", "low", 7200), grace=120)))
    assert given[LIMIT] == "7200"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "TrainJob"])
def test_pods_live_long_enough_for_a_checkpoint(ada: Client, kind: str) -> None:
    refused(tried(ada, work(kind, "a", labels("a", "low"))), "120 seconds to write a checkpoint")
    refused(tried(ada, work(kind, "a", labels("a", "low"), grace=119)))
    accepted(tried(ada, work(kind, "a", labels("a", "low"), grace=120)))


@pytest.mark.parametrize("kind", ["Job", "JobSet", "RayJob"])
def test_a_job_asks_for_so_many_devices(ada: Client, kind: str) -> None:
    marks = labels("a", "high", 60)
    accepted(tried(ada, work(kind, "a", marks, gpus=4, pods=2)))
    refused(tried(ada, work(kind, "a", marks, gpus=3, pods=3)), "at most this many of nvidia.com/gpu: 8")


def workload(space: str, gpus: int, grace: int = 120, tier: str = "low") -> dict[str, Any]:
    """As Kueue makes it of work of any kind."""
    sets = [{"name": "main", "count": 1, "template": {"spec": pod_spec(gpus, grace)}}]
    group = {"group": "kueue.x-k8s.io", "kind": "WorkloadPriorityClass", "name": tier}
    spec = {"queueName": space, "podSets": sets, "priority": 1, "priorityClassRef": group}
    metadata = {"name": "work", "namespace": space}
    return {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Workload", "metadata": metadata, "spec": spec}


def test_what_a_kind_does_not_show_is_seen_on_its_workload(running: ControlPlane) -> None:
    accepted(tried(running.client, workload("a", 8)))
    refused(tried(running.client, workload("a", 9)), "at most this many of nvidia.com/gpu: 8")
    refused(tried(running.client, workload("a", 8, grace=60)), "to write a checkpoint")
    accepted(tried(running.client, workload("a", 8, grace=60, tier="high")))
    accepted(tried(running.client, workload("b", 9)))


def test_updates_are_held_and_those_that_touch_nothing_are_not(running: ControlPlane, ada: Client) -> None:
    accepted(ada.create(work("Job", "a", labels("a", "high"), name="changed", deadline=60)))
    path = "/apis/batch/v1/namespaces/a/jobs/changed"

    def changed(body: dict[str, Any]) -> Answer:
        return ada.request("PATCH", path, body, content=PATCH, dryRun="All")

    accepted(changed({"spec": {"activeDeadlineSeconds": DAY}}))
    refused(changed({"spec": {"activeDeadlineSeconds": DAY + 1}}))
    refused(changed({"spec": {"activeDeadlineSeconds": None}}))
    refused(changed({"metadata": {"labels": labels(limit=DAY + 1)}}))
    refused(changed({"metadata": {"labels": labels(tier="urgent")}}))
    # Its policy turns stricter: what is older may still be touched and ended, but not raised.
    data = f"/api/v1/namespaces/kueue-system/configmaps/{'demo.a'}"
    assert running.client.request("PATCH", data, {"data": {"max.high": "30"}}, content=PATCH).ok
    try:
        running.wait_for(lambda: tried(ada, work("Job", "a", labels("a", "high", 60))).status == 422 or None, "effect")
        accepted(changed({"metadata": {"annotations": {"example.com/note": "seen"}}}))
        refused(changed({"spec": {"activeDeadlineSeconds": 59}}), "within 30 seconds")
        accepted(changed({"spec": {"activeDeadlineSeconds": 30}}))
    finally:
        assert running.client.request("PATCH", data, {"data": {"max.high": str(DAY)}}, content=PATCH).ok
        running.delete("Job", "changed", "a")
    running.wait_for(lambda: tried(ada, work("Job", "a", labels("a", "high", 60))).ok or None, "former effect")


def test_what_controllers_make_for_held_work_is_free_and_nobody_else_can_claim_that(
    running: ControlPlane, ada: Client
) -> None:
    accepted(ada.create(work("Job", "a", labels("a", "high", 600), name="parent")))
    try:
        pods = running.wait_for(lambda: running.objects("Pod", "a") or None, "the Job's pod")
        assert [pod["metadata"]["ownerReferences"][0]["name"] for pod in pods] == ["parent"]
        child = work("Pod", "a", {}, name="child")
        child["metadata"]["ownerReferences"] = [
            {key: pods[0]["metadata"]["ownerReferences"][0][key] for key in ("apiVersion", "kind", "name", "uid")}
            | {"controller": True}
        ]
        refused(tried(ada, child), "has to name a queue")
        inside = running.client_of("system:serviceaccount:a:default", "oidc:a")
        refused(tried(inside, child), "has to name a queue")
        outside = running.client_of("system:serviceaccount:operators:ray", "oidc:a")
        accepted(tried(outside, child))
        child["metadata"]["ownerReferences"][0] |= {"apiVersion": "batch/v1", "kind": "CronJob"}
        refused(tried(outside, child), "has to name a queue")
        for client in (inside, outside):
            client.close()
    finally:
        running.delete("Job", "parent", "a")


def test_services_ask_for_devices_in_tiers_without_an_end(running: ControlPlane) -> None:
    client = running.client
    accepted(tried(client, work("Deployment", "a", {}, gpus=0)))
    refused(tried(client, work("Deployment", "a", {})), "has to name a queue")
    refused(tried(client, work("Deployment", "a", labels("a", "high", 60))), f"within {DAY} seconds")
    accepted(tried(client, work("Deployment", "a", labels("a", "serve"))))
    by_template = work("Deployment", "a", {})
    by_template["spec"]["template"]["metadata"]["labels"] |= labels("a", "urgent")
    refused(tried(client, by_template), "has to name a tier")


def test_pods_without_devices_and_other_namespaces_are_left_alone(running: ControlPlane, ada: Client) -> None:
    accepted(tried(ada, work("Pod", "a", {}, gpus=0)))
    for kind in KINDS:
        accepted(tried(running.client, work(kind, "elsewhere", {}, gpus=64, deadline=None)))
    accepted(tried(running.client, work("Pod", "kube-system", {})))


def test_a_team_without_its_parameters_runs_nothing(running: ControlPlane, bob: Client) -> None:
    kept = next(
        placed.object for placed in objects(resolved_text(DOCUMENT)) if placed.object["metadata"]["name"] == "demo.b"
    )
    good = work("Job", "b", labels("b"), grace=120)
    accepted(tried(bob, good))
    running.delete("ConfigMap", "demo.b", "kueue-system")
    denied = running.wait_for(lambda: None if (answer := tried(bob, good)).ok else answer, "refusal")
    assert "no params found" in denied.message
    assert running.client.create(kept).ok
    running.wait_for(lambda: tried(bob, good).ok or None, "former effect")


def forbidden(answer: Answer) -> None:
    assert answer.status == 403, (answer.status, answer.message)
    assert "cannot" in answer.message


@pytest.mark.parametrize("kind", KINDS)
def test_a_user_of_another_team_runs_nothing_here(ada: Client, bob: Client, kind: str) -> None:
    forbidden(tried(bob, work(kind, "a", labels("a", "high", 60))))
    forbidden(tried(ada, work(kind, "b", labels("b", "low", 60), grace=120)))
    accepted(tried(ada, work(kind, "a", labels("a", "high", 60))))


def test_users_look_at_queues_and_change_none(ada: Client) -> None:
    kueue, mine = "/apis/kueue.x-k8s.io/v1beta2", "/apis/kueue.x-k8s.io/v1beta2/namespaces/a"
    assert ada.request("GET", f"{mine}/localqueues/a").body["spec"]["clusterQueue"] == "a"
    assert ada.request("GET", f"{mine}/workloads").ok
    forbidden(ada.request("GET", f"{kueue}/namespaces/b/localqueues/b"))
    changes = {
        f"{mine}/localqueues/a": {"spec": {"stopPolicy": "None"}},
        f"{kueue}/clusterqueues/a": {"spec": {"queueingStrategy": "StrictFIFO"}},
        f"{kueue}/resourceflavors/h100": {"metadata": {"labels": {"a": "b"}}},
        f"{kueue}/workloadpriorityclasses/high": {"value": 9},
        "/api/v1/namespaces/kueue-system/configmaps/demo.a": {"data": {"max.high": "1"}},
        "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/demo.a.jobs": {"metadata": {}},
        "/apis/rbac.authorization.k8s.io/v1/namespaces/a/rolebindings/demo.a.members": {"metadata": {}},
        "/api/v1/namespaces/a": {"metadata": {"labels": {"a": "b"}}},
    }
    for path, body in changes.items():
        forbidden(ada.request("PATCH", path, body, content=PATCH))
    spec = {"clusterQueue": "b"}
    metadata = {"name": "stolen", "namespace": "a"}
    stolen = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "LocalQueue", "metadata": metadata, "spec": spec}
    forbidden(tried(ada, stolen))


def test_a_queue_that_points_at_another_team_s_admits_nothing(running: ControlPlane) -> None:
    """Should somebody get hold of LocalQueues all the same: the ClusterQueue lets no other namespace in."""
    metadata = {"name": "stolen", "namespace": "elsewhere"}
    queue = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "LocalQueue", "metadata": metadata}
    assert running.client.create({**queue, "spec": {"clusterQueue": "a"}}).ok
    accepted(running.client.create(work("Job", "elsewhere", labels("stolen", "high", 60))))
    found = running.wait_for(lambda: running.objects("Workload", "elsewhere") or None, "workload")
    name = found[0]["metadata"]["name"]
    told = running.wait_condition("Workload", name, "elsewhere", condition="QuotaReserved", status="False")
    assert "namespace" in told["message"]


def test_the_limit_ends_the_work(running: ControlPlane, ada: Client) -> None:
    accepted(ada.create(work("Job", "a", labels("a", "high", 1), name="short")))
    try:
        running.wait_for(lambda: _deactivated(running), "end of the workload")
    finally:
        running.delete("Job", "short", "a")


def _deactivated(cluster: ControlPlane) -> bool | None:
    return any(it["spec"].get("active") is False for it in cluster.objects("Workload", "a")) or None


@pytest.mark.parametrize(("kueue", "version"), [("0.14", "v1beta1"), ("0.19", "v1beta2")])
def test_other_releases_of_kueue_are_held_alike(kueue: str, version: str) -> None:
    document = DOCUMENT.replace('"0.17"', f'"{kueue}"')
    with ControlPlane(kueue, flags=MUTATING) as cluster:
        things = [*map(namespace, SPACES), *(placed.object for placed in objects(resolved_text(document)))]
        assert {verdict.message for verdict in cluster.apply(things)} == {""}

        def as_made(gpus: int, grace: int, tier: str) -> dict[str, Any]:
            made = workload("a", gpus, grace, tier) | {"apiVersion": f"kueue.x-k8s.io/{version}"}
            if version == "v1beta1":
                del made["spec"]["priorityClassRef"]
                made["spec"] |= {
                    "priorityClassName": tier,
                    "priorityClassSource": "kueue.x-k8s.io/workloadpriorityclass",
                }
            return made

        cluster.wait_for(
            lambda: None if tried(cluster.client, as_made(9, 120, "low")).ok else True, "policies in force"
        )
        refused(tried(cluster.client, as_made(9, 120, "high")), "at most this many of nvidia.com/gpu: 8")
        refused(tried(cluster.client, as_made(8, 60, "low")), "to write a checkpoint")
        accepted(tried(cluster.client, as_made(8, 60, "high")))
        accepted(cluster.client.create(work("Job", "a", labels("a"), grace=120)))
        [made] = cluster.wait_for(lambda: cluster.objects("Workload", "a") or None, "workload")
        cluster.wait_condition("Workload", made["metadata"]["name"], "a", condition="Admitted")
        assert made["spec"]["maximumExecutionTimeSeconds"] == 3600
