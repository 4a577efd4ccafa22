"""Work of every kind that the admission policies hold, as people submit it."""

from collections.abc import Mapping
from typing import Any

GPU = "nvidia.com/gpu"
QUEUE, TIER, LIMIT = (f"kueue.x-k8s.io/{name}" for name in ("queue-name", "priority-class", "max-exec-time-seconds"))
KINDS = ("Job", "JobSet", "RayJob", "TrainJob", "Pod")
WITH_DEADLINE = ("Job", "RayJob", "TrainJob", "Pod")
"""Kinds with an activeDeadlineSeconds of their own."""

Work = dict[str, Any]


def labels(queue: str = "", tier: str = "", limit: int | str = "") -> dict[str, str]:
    """The labels that are not empty."""
    return {key: str(value) for key, value in ((QUEUE, queue), (TIER, tier), (LIMIT, limit)) if value}


def pod_spec(gpus: int, grace: int | None = None) -> Work:
    amounts = {"limits": {GPU: str(gpus)}, "requests": {GPU: str(gpus)}} if gpus else {}
    spec: Work = {"restartPolicy": "Never", "containers": [{"name": "main", "image": "none", "resources": amounts}]}
    return spec if grace is None else spec | {"terminationGracePeriodSeconds": grace}


def work(
    kind: str,
    space: str,
    marks: Mapping[str, str],
    *,
    name: str = "work",
    gpus: int = 1,
    pods: int = 1,
    grace: int | None = None,
    deadline: int | None = None,
) -> Work:
    """Work of a kind, of so many pods with so many GPUs each; what is None is left out."""
    spec = _SPECS[kind](pod_spec(gpus, grace), pods)
    if deadline is not None:
        spec |= {"activeDeadlineSeconds": deadline}
    metadata = {"name": name, "namespace": space, "labels": dict(marks)}
    return {"apiVersion": _VERSIONS[kind], "kind": kind, "metadata": metadata, "spec": spec}


def _pod(pod: Work, pods: int) -> Work:
    assert pods == 1
    return pod


def _job(pod: Work, pods: int) -> Work:
    return {"suspend": True, "parallelism": pods, "completions": pods, "template": {"spec": pod}}


def _job_set(pod: Work, pods: int) -> Work:
    one = _job(pod, 1)
    del one["suspend"]
    return {"replicatedJobs": [{"name": "workers", "replicas": pods, "template": {"spec": one}}]}


def _ray_job(pod: Work, pods: int) -> Work:
    group = {"groupName": "workers", "replicas": pods, "minReplicas": pods, "maxReplicas": pods}
    workers = {**group, "rayStartParams": {}, "template": {"spec": pod}}
    head = {"rayStartParams": {}, "template": {"spec": pod | {"containers": pod_spec(0)["containers"]}}}
    return {"entrypoint": "true", "rayClusterSpec": {"headGroupSpec": head, "workerGroupSpecs": [workers]}}


def _train_job(_pod: Work, _pods: int) -> Work:
    return {"runtimeRef": {"name": "torch"}}


def _service(pod: Work, pods: int) -> Work:
    template = {"metadata": {"labels": {"app": "served"}}, "spec": pod | {"restartPolicy": "Always"}}
    return {"replicas": pods, "selector": {"matchLabels": {"app": "served"}}, "template": template}


_SPECS = {
    "Deployment": _service,
    "Job": _job,
    "JobSet": _job_set,
    "Pod": _pod,
    "RayJob": _ray_job,
    "TrainJob": _train_job,
}
_VERSIONS = {
    "Deployment": "apps/v1",
    "Job": "batch/v1",
    "JobSet": "jobset.x-k8s.io/v1alpha2",
    "Pod": "v1",
    "RayJob": "ray.io/v1",
    "TrainJob": "trainer.kubeflow.org/v1alpha1",
}
