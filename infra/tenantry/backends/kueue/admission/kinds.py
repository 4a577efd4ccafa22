"""The kinds of work that Kueue queues, as the policies look at them.

Every kind carries the queue, the tier and the limit of its time as labels; Kueue reads all three in every release from
0.9 on (pkg/controller/constants). Some have a deadline of their own besides.
"""

from __future__ import annotations

from dataclasses import dataclass

QUEUE = "kueue.x-k8s.io/queue-name"
TIER = "kueue.x-k8s.io/priority-class"
LIMIT = "kueue.x-k8s.io/max-exec-time-seconds"
"""Seconds that a workload may be admitted for, all its admissions together."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """Kinds of one API group that are treated alike."""

    group: str
    resources: tuple[str, ...]
    names: tuple[str, ...]


JOBS = (
    Kinds("batch", ("jobs",), ("Job",)),
    Kinds("jobset.x-k8s.io", ("jobsets",), ("JobSet",)),
    Kinds("ray.io", ("rayclusters", "rayjobs", "rayservices"), ("RayCluster", "RayJob", "RayService")),
    Kinds("trainer.kubeflow.org", ("trainjobs",), ("TrainJob",)),
    Kinds(
        "kubeflow.org",
        ("jaxjobs", "mpijobs", "paddlejobs", "pytorchjobs", "tfjobs", "xgboostjobs"),
        ("JAXJob", "MPIJob", "PaddleJob", "PyTorchJob", "TFJob", "XGBoostJob"),
    ),
)
"""Work that ends: it has to name a queue, and has to end within its tier's maximum."""

SERVICES = (
    Kinds(
        "apps",
        ("daemonsets", "deployments", "replicasets", "statefulsets"),
        ("DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"),
    ),
    Kinds("leaderworkerset.x-k8s.io", ("leaderworkersets",), ("LeaderWorkerSet",)),
)
"""Work without an end, which Kueue puts no limit on: only for tiers without a maximum."""

CORE = Kinds("", ("pods", "replicationcontrollers"), ("Pod", "ReplicationController"))

WITHOUT_END = ("replicationcontrollers", *(resource for kinds in SERVICES for resource in kinds.resources))
"""Resources of work without an end."""

QUEUED_FOR_DEVICES = ("pods", *WITHOUT_END)
"""Resources that have to name a queue only where they ask for devices."""

OWNERS = tuple(
    f"{kinds.group}/{name}" if kinds.group else name for kinds in (*JOBS, *SERVICES, CORE) for name in kinds.names
)
"""Owners whose children are not held again: ``group/Kind``, or the kind alone for the core group."""
