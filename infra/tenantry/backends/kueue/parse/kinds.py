"""Kueue's objects in one normal form, whatever version they are written in: defaults filled in, amounts exact.

Two objects that the API server stores as the same are equal here; where they stand does not count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tenantry.backends.kueue.parse.manifest import Manifest
from tenantry.backends.kueue.parse.value import Value
from tenantry.model.quantity import Quantity

Labels = tuple[tuple[str, str], ...]
"""Sorted by key."""


@dataclass(frozen=True, slots=True)
class Quota:
    """What a queue or cohort has of one resource of one flavor."""

    resource: str
    nominal: Quantity
    borrow: Quantity | None
    """None: no limit."""
    lend: Quantity | None
    """None: all that is unused."""
    said: Value = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FlavorQuotas:
    """The quotas of one flavor in a resource group."""

    flavor: str
    quotas: tuple[Quota, ...]
    said: Value = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ResourceGroup:
    """Resources that one workload takes from one flavor."""

    covered: tuple[str, ...]
    flavors: tuple[FlavorQuotas, ...]
    said: Value = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Taint:
    """A taint of a node, or one that a flavor says its nodes have."""

    key: str
    value: str
    effect: str


@dataclass(frozen=True, slots=True)
class Toleration:
    """What a flavor adds to the pods that are admitted to it."""

    key: str
    operator: str
    value: str
    effect: str

    def tolerates(self, taint: Taint) -> bool:
        """As k8s.io/api/core/v1 Toleration.ToleratesTaint decides."""
        if (self.effect and self.effect != taint.effect) or (self.key and self.key != taint.key):
            return False
        return self.operator == "Exists" or self.value == taint.value


@dataclass(frozen=True, slots=True)
class ResourceFlavor:
    """Nodes that count as one kind."""

    name: str
    labels: Labels
    taints: tuple[Taint, ...]
    tolerations: tuple[Toleration, ...]
    topology: str
    """Empty for none."""
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Topology:
    """Labels of nodes from the widest level to the narrowest."""

    name: str
    levels: tuple[str, ...]
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cohort:
    """Queues, and cohorts, that lend to each other."""

    name: str
    parent: str
    """Empty for a root."""
    groups: tuple[ResourceGroup, ...]
    weight: Quantity | None
    """None where none is written, which counts as 1."""
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Requirement:
    """One expression of a selector."""

    key: str
    operator: str
    values: tuple[str, ...]

    def allows(self, labels: dict[str, str]) -> bool:
        """Whether labels meet it, as k8s.io/apimachinery labels.Requirement.Matches decides."""
        if self.operator == "In":
            return labels.get(self.key) in self.values
        if self.operator == "NotIn":
            return labels.get(self.key) not in self.values
        return (self.key in labels) is (self.operator == "Exists")


@dataclass(frozen=True, slots=True)
class Selector:
    """Which namespaces a queue lets in; one without requirements lets all of them in."""

    requirements: tuple[Requirement, ...]

    def allows(self, labels: dict[str, str]) -> bool:
        """Whether a namespace with these labels is let in."""
        return all(it.allows(labels) for it in self.requirements)


@dataclass(frozen=True, slots=True)
class Preemption:
    """Whose work a queue may evict."""

    within_queue: str
    reclaim: str
    borrow: str
    threshold: int | None


@dataclass(frozen=True, slots=True)
class ClusterQueue:
    """A quota that work is admitted against."""

    name: str
    cohort: str
    """Empty for none."""
    groups: tuple[ResourceGroup, ...]
    selector: Selector | None
    """None lets no namespace in."""
    strategy: str
    preemption: Preemption
    fungibility: tuple[str, str, str]
    """When it can borrow, when it can preempt, and what it prefers (empty: nothing), as v1beta2 calls them."""
    weight: Quantity | None
    """None where none is written, which counts as 1."""
    checks: tuple[tuple[str, tuple[str, ...]], ...]
    """Admission checks, each with the flavors it is for; none: all of them."""
    stop: str
    admission_mode: str
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LocalQueue:
    """What the work of a namespace names."""

    namespace: str
    name: str
    queue: str
    stop: str
    weight: Quantity | None
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PriorityClass:
    """A WorkloadPriorityClass."""

    name: str
    value: int
    description: str
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AdmissionCheck:
    """Something that has a say before work starts."""

    name: str
    controller: str
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Node:
    """A machine of the cluster."""

    name: str
    labels: dict[str, str]
    taints: tuple[Taint, ...]
    allocatable: dict[str, Quantity]
    """Empty where the file does not say it."""
    unschedulable: bool
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LimitRange:
    """Resources that Kubernetes adds to the requests of every container in a namespace."""

    namespace: str
    name: str
    resources: tuple[str, ...]
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Namespace:
    """A namespace with the labels that selectors look at."""

    name: str
    labels: dict[str, str]
    manifest: Manifest = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Configuration:
    """What Kueue's own configuration says about the objects."""

    fair_sharing: bool
    admission_fair_sharing: bool
    excluded_prefixes: tuple[str, ...]
    """Resources whose names start so are not counted."""
    manifest: Manifest = field(compare=False, repr=False)
