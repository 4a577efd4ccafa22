"""Resource groups: what they cover, and what their flavors have of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.parse.value import Value
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Severity
from tenantry.model.names import LABEL_KEY

_RESOURCE: Final = re.compile(LABEL_KEY)


@rule("KUF204", Severity.ERROR, FILES)
def kueue_resources_differ(files: Files) -> Iterator[Problem]:
    """A flavor has other resources than its group covers.

    What it does:
        Compares the resources of every flavor with coveredResources of its group.

    Why:
        The API server refuses the object. A resource that a flavor does not have takes a nominalQuota of 0.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors:
            - {name: h100, resources: [{name: cpu, nominalQuota: 64}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors:
            - {name: h100, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 0}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        Kueue's CRDs; tried on Kueue 0.17: "flavors must have the same number of resources as the coveredResources";
        https://github.com/kubernetes-sigs/kueue/issues/786
    """
    for _, group in files.groups:
        for flavor in group.flavors:
            has = [quota.resource for quota in flavor.quotas]
            lacks = [it for it in group.covered if it not in has]
            extra = [it for it in has if it not in group.covered]
            place = flavor.said.place("name")
            if lacks:
                yield problem(place, f"flavor '{flavor.flavor}' has no {listed(lacks)}, which the group covers", _ADD)
            if extra:
                message = f"flavor '{flavor.flavor}' has {listed(extra)}, which the group does not cover"
                yield problem(place, message, "add it to coveredResources, or take it out")


_ADD: Final = "add it, with nominalQuota 0 where there is none"


@rule("KUF205", Severity.ERROR, FILES)
def kueue_resources_out_of_order(files: Files) -> Iterator[Problem]:
    """A flavor has its resources in another order than coveredResources.

    What it does:
        Compares the order of the resources that both have.

    Why:
        Kueue's webhook compares the two lists place by place, and refuses the object.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors:
            - {name: h100, resources: [{name: memory, nominalQuota: 1Ti}, {name: cpu, nominalQuota: 64}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors:
            - {name: h100, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 1Ti}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        pkg/webhooks, validateFlavorQuotas; tried on Kueue 0.17: "must match the name in coveredResources".
    """
    for _, group in files.groups:
        for flavor in group.flavors:
            has = [quota.resource for quota in flavor.quotas]
            order = [it for it in group.covered if it in has]
            both = [it for it in has if it in group.covered]
            if order != both and sorted(order) == sorted(both):
                message = f"flavor '{flavor.flavor}' has {', '.join(both)} in this order"
                related = seen("the group's order", group.said.key("coveredResources"))
                yield problem(flavor.said.key("resources"), message, f"write {', '.join(order)}", related)


@rule("KUF206", Severity.ERROR, FILES)
def kueue_flavor_twice(files: Files) -> Iterator[Problem]:
    """One flavor stands twice in an object.

    What it does:
        Looks for a flavor in two resource groups of one ClusterQueue or Cohort, and twice in one group.

    Why:
        The API server refuses the object: the resources of one flavor stand together in one group.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors: [{name: h100, resources: [{name: cpu, nominalQuota: 64}]}]
          - coveredResources: [memory]
            flavors: [{name: h100, resources: [{name: memory, nominalQuota: 1Ti}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors:
            - {name: h100, resources: [{name: cpu, nominalQuota: 64}, {name: memory, nominalQuota: 1Ti}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        pkg/webhooks; tried on Kueue 0.17: "Duplicate value"; https://github.com/kubernetes-sigs/kueue/issues/167
    """
    for holder in files.holders:
        first: dict[str, Value] = {}
        for flavor in (it for group in holder.groups for it in group.flavors):
            other = first.setdefault(flavor.flavor, flavor.said)
            if other is not flavor.said:
                related = seen("the first one", other.place("name"))
                help_text = "put its resources together in one group"
                yield problem(
                    flavor.said.place("name"), f"flavor '{flavor.flavor}' is here already", help_text, related
                )


@rule("KUF207", Severity.ERROR, FILES)
def kueue_resource_twice(files: Files) -> Iterator[Problem]:
    """One resource is covered twice in an object.

    What it does:
        Looks for a resource in two resource groups of one ClusterQueue or Cohort, and twice in one group.

    Why:
        The API server refuses the object: of which group a pod's request is counted would be open.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors: [{name: h100, resources: [{name: cpu, nominalQuota: 64}]}]
          - coveredResources: [cpu]
            flavors: [{name: l40s, resources: [{name: cpu, nominalQuota: 64}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: l40s}
        spec: {nodeLabels: {gpu: l40s}}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [cpu]
            flavors:
            - {name: h100, resources: [{name: cpu, nominalQuota: 64}]}
            - {name: l40s, resources: [{name: cpu, nominalQuota: 64}]}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}
        spec: {nodeLabels: {gpu: h100}}
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: l40s}
        spec: {nodeLabels: {gpu: l40s}}

    Sources:
        pkg/webhooks; tried on Kueue 0.17: "Duplicate value".
    """
    for holder in files.holders:
        first: dict[str, Value] = {}
        for item in (it for group in holder.groups for it in group.said.items("coveredResources")):
            other = first.setdefault(str(item.value), item)
            if other is not item:
                related = seen("the first one", other.at)
                yield problem(item.at, f"{item.value} is covered already", "cover it in one group", related)


@rule("KUF208", Severity.ERROR, FILES)
def kueue_resource_name(files: Files) -> Iterator[Problem]:
    """The name of a resource is none that Kubernetes takes.

    What it does:
        Asks for a qualified name: at most 63 letters, digits, '-', '_' and '.', with a domain before a '/' or without.

    Why:
        Kueue's webhook refuses the object.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [NVIDIA.com/gpu]
            flavors: [{name: h100, resources: [{name: NVIDIA.com/gpu, nominalQuota: 8}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        pkg/webhooks; tried on Kueue 0.17: "prefix part a lowercase RFC 1123 subdomain must consist of".
    """
    for _, group in files.groups:
        for item in group.said.items("coveredResources"):
            if isinstance(item.value, str) and not _RESOURCE.fullmatch(item.value):
                yield problem(item.at, f"'{item.value}' is no name of a resource", "write one such as nvidia.com/gpu")
