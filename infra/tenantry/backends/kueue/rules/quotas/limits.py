"""Borrowing and lending limits."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.parse.kinds import ClusterQueue, FlavorQuotas, Quota, ResourceGroup
from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("KUF209", Severity.ERROR, FILES)
def kueue_limit_without_cohort(files: Files) -> Iterator[Problem]:
    """A limit of borrowing or lending stands where there is nobody to borrow from.

    What it does:
        Looks for borrowingLimit and lendingLimit in a ClusterQueue without a cohort and in a Cohort without a parent.

    Why:
        The API server refuses the object, even where the limit is 0.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: root}
        spec:
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8, borrowingLimit: 0}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: root}
        spec:
          resourceGroups:
          - coveredResources: [nvidia.com/gpu]
            flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        Kueue's CRDs and webhooks; tried on Kueue 0.17: "borrowingLimit must be nil when cohort is empty", "must be nil
        when parent is empty"; https://github.com/kubernetes-sigs/kueue/issues/4392
    """
    for holder in files.holders:
        queue = isinstance(holder, ClusterQueue)
        if holder.cohort if isinstance(holder, ClusterQueue) else holder.parent:
            continue
        what = f"'{holder.name}' is in no cohort" if queue else f"Cohort '{holder.name}' has no parent"
        for flavor, quota in _quotas(holder.groups):
            for key in ("borrowingLimit", "lendingLimit"):
                if quota.said.get(key) is not None:
                    message = f"{key} of {quota.resource} in '{flavor.flavor}', and {what}"
                    help_text = "leave the limit out, or name a cohort" if queue else "leave the limit out"
                    yield problem(quota.said.place(key), message, help_text)


def _quotas(groups: tuple[ResourceGroup, ...]) -> Iterator[tuple[FlavorQuotas, Quota]]:
    return ((row, it) for group in groups for row in group.flavors for it in row.quotas)


@rule("KUF210", Severity.ERROR, FILES)
def kueue_lends_more_than_it_has(files: Files) -> Iterator[Problem]:
    """A queue lends more than its nominal quota.

    What it does:
        Compares lendingLimit with nominalQuota in ClusterQueues; a Cohort may lend what its queues have, too.

    Why:
        Kueue's webhook refuses the queue.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors:
            - name: epyc
              resources: [{name: cpu, nominalQuota: 8, lendingLimit: 9}, {name: memory, nominalQuota: 64Gi}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}

    Use instead:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ClusterQueue
        metadata: {name: vision}
        spec:
          cohortName: lab
          namespaceSelector: {}
          resourceGroups:
          - coveredResources: [cpu, memory]
            flavors:
            - name: epyc
              resources: [{name: cpu, nominalQuota: 8, lendingLimit: 8}, {name: memory, nominalQuota: 64Gi}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: epyc}

    Sources:
        pkg/webhooks, validateLendingLimit; tried on Kueue 0.17: "must be less than or equal to the nominalQuota".
    """
    for queue in files.queues.values():
        for flavor, quota in _quotas(queue.groups) if queue.cohort else ():
            if quota.lend is not None and quota.lend > quota.nominal:
                message = f"'{queue.name}' lends {quota.lend} of {quota.nominal} {quota.resource} in '{flavor.flavor}'"
                yield problem(quota.said.place("lendingLimit"), message, f"lend at most {quota.nominal}")
