"""The objects' own names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tenantry.backends.kueue.parse.manifest import Manifest
from tenantry.backends.kueue.parse.objects import READERS
from tenantry.backends.kueue.rules.objects.values import SUBDOMAIN
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_LONGEST: Final = 253
_LABEL: Final = 63
_BY_LABEL: Final = {
    "LocalQueue": "kueue.x-k8s.io/queue-name",
    "WorkloadPriorityClass": "kueue.x-k8s.io/priority-class",
}
"""Kinds that work names by a label."""


@rule("KUF109", Severity.ERROR, FILES)
def kueue_object_twice(files: Files) -> Iterator[Problem]:
    """Two manifests describe one object differently.

    What it does:
        Compares objects of one kind, namespace and name; two that say the same, in whatever version and spelling of
        amounts, are no problem.

    Why:
        The API server keeps the one that is applied last: the other is lost without a word.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: H100}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}

    Sources:
        `kubectl apply` of a folder takes its files in the order of their names.
    """
    first: dict[tuple[str, str, str], Manifest] = {}
    for it in files.objects.kueue():
        other = first.setdefault((it.kind, it.namespace, it.name), it)
        if other is not it and _meaning(other) != _meaning(it):
            message = f"there is another {it.what} that says something else"
            yield problem(it.named_at, message, "keep one of them", seen("the other one", other.named_at))


def _meaning(it: Manifest) -> Any:
    read = READERS.get(it.kind)
    return read(it) if read else {key: value.plain for key, value in it.said.entries() if key not in _SERVERS}


_SERVERS: Final = frozenset({"metadata", "status"})


@rule("KUF110", Severity.ERROR, FILES)
def kueue_object_name(files: Files) -> Iterator[Problem]:
    """The name of an object is none that Kubernetes takes.

    What it does:
        Asks for lower-case letters, digits, '-' and '.', at most 253 of them, with a letter or digit at both ends of
        each part.

    Why:
        The API server refuses the object.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: H100_80GB}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100-80gb}

    Sources:
        RFC 1123; tried on Kueue 0.17: "a lowercase RFC 1123 subdomain must consist of".
    """
    for it in files.objects.kueue():
        if len(it.name) > _LONGEST:
            yield problem(it.named_at, f"the name has {len(it.name)} characters", f"use at most {_LONGEST}")
        elif not SUBDOMAIN.fullmatch(it.name):
            help_text = "use lower-case letters, digits, '-' and '.'"
            yield problem(it.named_at, f"no {it.kind} can be called '{it.name}'", help_text)


@rule("KUF111", Severity.ERROR, FILES)
def kueue_name_no_label(files: Files) -> Iterator[Problem]:
    """Work names an object by a label that cannot hold its name.

    What it does:
        Measures the names of LocalQueues and WorkloadPriorityClasses.

    Why:
        Jobs name both in labels, whose values have at most 63 characters: no job can name this one.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: the-class-of-work-that-may-evict-all-other-work-of-the-same-team}
        value: 1000

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: evicts-own-work}
        value: 1000

    Sources:
        https://kubernetes.io/docs/concepts/overview/working-with-objects/labels; tried on Kueue 0.17: the object
        itself is taken.
    """
    for it in files.objects.kueue():
        label = _BY_LABEL.get(it.kind)
        if label and _LABEL < len(it.name) <= _LONGEST:
            message = f"the name has {len(it.name)} characters, and work gives it in the label {label}"
            yield problem(it.named_at, message, f"use at most {_LABEL}")


@rule("KUF112", Severity.WARNING, FILES)
def kueue_no_namespace(files: Files) -> Iterator[Problem]:
    """A LocalQueue has no namespace.

    What it does:
        Looks for LocalQueues without metadata.namespace.

    Why:
        It goes wherever the one who applies it happens to work, and no other namespace can use it.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main}
        spec: {clusterQueue: vision}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: team-vision}
        spec: {clusterQueue: vision}

    Sources:
        `kubectl apply` takes the namespace of its context.
    """
    for it in files.objects.kueue():
        if it.kind == "LocalQueue" and not it.namespace:
            yield problem(it.named_at, f"LocalQueue '{it.name}' has no namespace", "write metadata.namespace")
