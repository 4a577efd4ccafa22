"""Which namespaces a ClusterQueue lets in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.parse.kinds import LocalQueue, Namespace, Selector
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.names import LABEL_KEY, LABEL_VALUE

_NAME: Final = "kubernetes.io/metadata.name"
_KEY: Final = re.compile(LABEL_KEY)
_VALUE: Final = re.compile(LABEL_VALUE)


@rule("KUF401", Severity.ERROR, FILES)
def kueue_selector_missing(files: Files) -> Iterator[Problem]:
    """A queue without a namespaceSelector has LocalQueues.

    What it does:
        Looks for ClusterQueues whose namespaceSelector is missing or null and to which a LocalQueue points.

    Why:
        Without a selector no namespace is let in, and nothing is ever admitted; `{}` lets all of them in.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vision}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: vision}}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision}
        spec: {clusterQueue: vision}

    Sources:
        Kueue's CRDs: "Defaults to null which is a nothing selector";
        https://github.com/kubernetes-sigs/kueue/issues/1439
    """
    pointing: dict[str, list[LocalQueue]] = {}
    for it in files.local_queues.values():
        pointing.setdefault(it.queue, []).append(it)
    for name, queue in files.queues.items():
        if queue.selector is None and (those := pointing.get(name)):
            said = queue.manifest.said
            written = said.get("spec") is not None and "namespaceSelector" in (said.get("spec") or said).keys
            place = said.key("spec", "namespaceSelector") if written else queue.manifest.named_at
            help_text = f"write namespaceSelector: {{matchLabels: {{{_NAME}: {those[0].namespace or 'NAMESPACE'}}}}}"
            related = [seen("a LocalQueue of it", it.manifest.named_at) for it in those[:3]]
            yield problem(place, f"'{name}' has no namespaceSelector, which lets no namespace in", help_text, *related)


@rule("KUF402", Severity.ERROR, FILES)
def kueue_namespace_kept_out(files: Files) -> Iterator[Problem]:
    """A LocalQueue stands in a namespace that its ClusterQueue does not let in.

    What it does:
        Compares namespaceSelector with the name of the LocalQueue's namespace, and with its labels where the files have
        the Namespace.

    Why:
        Nothing of the LocalQueue is ever admitted.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: vision}}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision-dev}
        spec: {clusterQueue: vision}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector:
            matchExpressions:
            - {key: kubernetes.io/metadata.name, operator: In, values: [vision, vision-dev]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: LocalQueue
        metadata: {name: main, namespace: vision-dev}
        spec: {clusterQueue: vision}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/cluster_queue
    """
    labels = {it.name: it.labels for it in files.objects.of(Namespace)}
    for it in files.local_queues.values():
        queue = files.queues.get(it.queue)
        if queue is None or queue.selector is None or not it.namespace:
            continue
        if not _may_let_in(queue.selector, it.namespace, labels.get(it.namespace)):
            message = f"ClusterQueue '{it.queue}' does not let namespace '{it.namespace}' in"
            related = seen("its selector", queue.manifest.said.key("spec", "namespaceSelector"))
            place = it.manifest.said.place("metadata", "namespace")
            yield problem(place, message, "let it in, or point to another queue", related)


def _may_let_in(selector: Selector, namespace: str, labels: dict[str, str] | None) -> bool:
    """Without the namespace's labels, only its name can keep it out."""
    if labels is not None:
        return selector.allows(labels)
    return all(it.allows({_NAME: namespace}) for it in selector.requirements if it.key == _NAME)


@rule("KUF403", Severity.ERROR, FILES)
def kueue_selector_wrong(files: Files) -> Iterator[Problem]:
    """A namespaceSelector is none that Kubernetes takes.

    What it does:
        Looks at its keys and values, at its operators (In, NotIn, Exists, DoesNotExist), and whether they have the
        values that they need.

    Why:
        Kueue's webhook refuses the queue.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {matchExpressions: [{key: team, operator: Equals, values: [vision]}]}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec: {namespaceSelector: {matchExpressions: [{key: team, operator: In, values: [vision]}]}}

    Sources:
        k8s.io/apimachinery pkg/apis/meta/v1/validation; tried on Kueue 0.17: "not a valid selector operator".
    """
    for queue in files.queues.values():
        said = queue.manifest.said
        for key, value in said.entries("spec", "namespaceSelector", "matchLabels"):
            if not _KEY.fullmatch(key):
                place = said.key("spec", "namespaceSelector", "matchLabels", key)
                yield problem(place, f"'{key}' is no key of a label", "write one such as example.com/team")
            elif isinstance(value.value, str) and not _VALUE.fullmatch(value.value):
                yield problem(value.at, f"'{value.value}' is no value of a label", "use letters, digits, '-', '_', '.'")
        for item in said.items("spec", "namespaceSelector", "matchExpressions"):
            operator, count = item.text("operator"), len(item.items("values"))
            if operator and operator not in _OPERATORS:
                help_text = f"use {', '.join(_OPERATORS)}"
                yield problem(item.place("operator"), f"there is no operator '{operator}'", help_text)
            elif operator in {"In", "NotIn"} and not count:
                yield problem(item.place("operator"), f"{operator} has no values", "write at least one")
            elif operator in {"Exists", "DoesNotExist"} and count:
                yield problem(item.key("values"), f"{operator} takes no values", "leave them out")


_OPERATORS: Final = ("In", "NotIn", "Exists", "DoesNotExist")
