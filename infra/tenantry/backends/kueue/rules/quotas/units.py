"""Amounts that no pod can take, because they are parts of what is counted in whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.kueue.stage import FILES, Files
from tenantry.backends.told import problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.quantity import Quantity

_BYTES: Final = ("memory", "ephemeral-storage", "hugepages-")
_ONE: Final = Quantity.from_int(1)
_LEAST: Final = Quantity.from_int(2**20)


@rule("KUF216", Severity.WARNING, FILES)
def kueue_amount_of_parts(files: Files) -> Iterator[Problem]:
    """An amount is a part of a device, or of less than a mebibyte.

    What it does:
        Looks at nominalQuota, borrowingLimit and lendingLimit of every ClusterQueue and Cohort: for parts of resources
        with a domain in their name, such as nvidia.com/gpu, and for less than 1Mi, but not 0, of memory, huge pages or
        ephemeral storage.

    Why:
        Pods ask for whole devices, and memory is counted in bytes: `64` is 64 bytes, `64m` a part of one. The API
        server takes both, and no pod fits.

    Example:
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: Cohort
        metadata: {name: lab}
        spec:
          resourceGroups:
          - coveredResources: [memory, nvidia.com/gpu]
            flavors:
            - name: h100
              resources: [{name: memory, nominalQuota: 64}, {name: nvidia.com/gpu, nominalQuota: 500m}]
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
          - coveredResources: [memory, nvidia.com/gpu]
            flavors:
            - name: h100
              resources: [{name: memory, nominalQuota: 64Gi}, {name: nvidia.com/gpu, nominalQuota: 1}]
        ---
        apiVersion: kueue.x-k8s.io/v1beta2
        kind: ResourceFlavor
        metadata: {name: h100}

    Sources:
        https://kubernetes.io/docs/concepts/configuration/manage-resources-containers, "Meaning of memory" and
        "Extended resources"; tried on Kueue 0.17: the API server takes 500m of nvidia.com/gpu.
    """
    for _, group in files.groups:
        for quota in (quota for row in group.flavors for quota in row.quotas):
            amounts = ("nominalQuota", quota.nominal), ("borrowingLimit", quota.borrow), ("lendingLimit", quota.lend)
            for key, amount in amounts:
                if amount is not None and (help_text := _unusable(quota.resource, amount)):
                    yield problem(quota.said.place(key), f"{key} is {amount} {quota.resource}", help_text)


def _unusable(resource: str, amount: Quantity) -> str:
    """What to write instead; empty where the amount is usable."""
    if resource.startswith(_BYTES) and 0 < amount.nano < _LEAST.nano:
        return "write a unit, such as Gi"
    return "write a whole number" if "/" in resource and amount.nano % _ONE.nano else ""
