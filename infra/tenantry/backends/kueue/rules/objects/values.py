"""Values that the API server refuses whatever stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.fields.table import Field
from tenantry.backends.kueue.parse.kinds import ClusterQueue
from tenantry.backends.kueue.parse.scalars import text_of
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.names import LABEL_KEY

SUBDOMAIN: Final = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LABEL: Final = re.compile(LABEL_KEY)
_PRIORITIES: Final = frozenset({"value", "spec.preemption.borrowWithinCohort.maxPriorityThreshold"})
MOST_FLAVORS: Final = 256
MOST_PAIRS: Final = 512


@rule("KUF106", Severity.ERROR, FILES)
def kueue_value_not_allowed(files: Files) -> Iterator[Problem]:
    """A value is not one of those that its field may have.

    What it does:
        Compares words with those that the CRD of the release lists, and the names of other objects with what a name
        may be.

    Why:
        The API server refuses the object.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          flavorFungibility: {whenCanBorrow: Borrow}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          namespaceSelector: {}
          flavorFungibility: {whenCanBorrow: MayStopSearch}

    Sources:
        Kueue's CRDs; tried on Kueue 0.17: 'Unsupported value: "Borrow"'.
    """
    for _, found in files.walked:
        if found.field is None or found.value is None or not isinstance(found.value.value, str):
            continue
        if help_text := _refused(found.field, found.value.value):
            yield problem(found.value.at, f"'{found.value.value}' cannot be a {found.key}", help_text)


def _refused(field: Field, text: str) -> str:
    """What would be right; empty where the text is."""
    if field.values and text not in field.values:
        return f"use {' or '.join(sorted(field.values))}"
    if field.shape == "name" and not SUBDOMAIN.fullmatch(text):
        return "use lower-case letters, digits, '-' and '.'"
    if field.shape == "label" and text and not _LABEL.fullmatch(text):
        return "use the key of a label, such as example.com/rack"
    if field.most is not None and len(text.encode()) > field.most:
        return f"use at most {field.most} characters; these are {len(text.encode())}"
    return f"use at least {field.least} characters" if len(text) < field.least else ""


@rule("KUF107", Severity.ERROR, FILES)
def kueue_too_many(files: Files) -> Iterator[Problem]:
    """A list holds more, or fewer, items than the release takes.

    What it does:
        Counts the items of lists and the entries of maps, and for each ClusterQueue the flavors of all its resource
        groups (256) and the pairs of a flavor and a resource in one group (512).

    Why:
        The API server refuses the object.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: []}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Topology
        metadata: {name: racks}
        spec: {levels: [{nodeLabel: example.com/rack}]}

    Sources:
        Kueue's CRDs, and pkg/webhooks/clusterqueue_webhook.go; tried on Kueue 0.17.
    """
    for _, found in files.walked:
        if found.field is None or found.value is None or found.field.type not in {"list", "map"}:
            continue
        count = len(found.value.value) if isinstance(found.value.value, tuple | dict) else None
        if count is not None and found.field.most is not None and count > found.field.most:
            yield problem(found.at, f"{found.key} has {count} entries", f"use at most {found.field.most}")
        elif count is not None and count < found.field.least:
            yield problem(found.at, f"{found.key} is empty", "write at least one entry")
    for queue in files.objects.of(ClusterQueue):
        yield from _sums(queue)


def _sums(queue: ClusterQueue) -> Iterator[Problem]:
    flavors = sum(len(group.flavors) for group in queue.groups)
    if flavors > MOST_FLAVORS:
        place = queue.manifest.said.key("spec", "resourceGroups")
        yield problem(place, f"the queue has {flavors} flavors in all", f"use at most {MOST_FLAVORS}")
    for group in queue.groups:
        pairs = len(group.flavors) * len(group.covered)
        if pairs > MOST_PAIRS:
            message = f"the group has {len(group.flavors)} flavors times {len(group.covered)} resources"
            yield problem(group.said.at, message, f"use at most {MOST_PAIRS} pairs")


@rule("KUF115", Severity.ERROR, FILES)
def kueue_priority_too_large(files: Files) -> Iterator[Problem]:
    """A priority is larger than 32 bits hold.

    What it does:
        Looks for a value of a WorkloadPriorityClass, or a maxPriorityThreshold, below -2147483648 or above 2147483647.

    Why:
        The API server refuses the queue. It takes the priority class, and then Kueue can read none of them at all.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: urgent}
        value: 10000000000

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: WorkloadPriorityClass
        metadata: {name: urgent}
        value: 1000000000

    Sources:
        Kueue's CRDs, format int32; tried on Kueue 0.17: "cannot unmarshal number 9999999999 into Go struct field",
        and in Kueue's log "failed to list *v1beta2.WorkloadPriorityClass".
    """
    for _, found in files.walked:
        value = found.value.value if found.value is not None and found.field is not None else None
        if found.name in _PRIORITIES and isinstance(value, int | float) and not -(2**31) <= value < 2**31:
            yield problem(found.at, f"{found.key} is {text_of(value)}", "use at most 2147483647")
