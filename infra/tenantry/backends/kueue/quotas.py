"""Resource groups: devices, and the CPU and memory that go with them, as one scheduler's quota.

All flavors of a queue stand in one group, because Kueue lets a resource stand in one group only and
CPU and memory go with every flavor. A resource that a flavor does not have gets a nominal quota of 0.
Source: ClusterQueue ``spec.resourceGroups`` and pkg/webhooks/clusterqueue_webhook.go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tenantry.model.limit import UNLIMITED, Count
from tenantry.model.quantity import Quantity
from tenantry.resolve.types import ResolvedFlavor

CPU, MEMORY = "cpu", "memory"


@dataclass(frozen=True, slots=True)
class Amounts:
    """Devices of one flavor: nominal, and the limits where the queue has any (None writes no limit)."""

    nominal: int
    borrow: int | None = None
    lend: int | None = None


def limit_of(count: Count) -> int | None:
    """Kueue writes no limit for what is unlimited."""
    return None if count is UNLIMITED else int(count)


def resource_group(
    flavors: Mapping[str, ResolvedFlavor],
    amounts: Mapping[str, Amounts],
    names: Mapping[str, str],
    *,
    devices_only: bool,
) -> list[dict[str, Any]]:
    """One resource group over the flavors of ``amounts``, in their order; empty where there is none.

    ``names`` maps a flavor to its ResourceFlavor. ``devices_only`` leaves the limits of CPU and memory out where
    devices of another resource are counted.
    """
    if not amounts:
        return []
    covered = covered_resources(flavors[name] for name in amounts)
    rows = []
    for name, amount in amounts.items():
        flavor = flavors[name]
        rows.append(
            {
                "name": names[name],
                "resources": [_quota(flavor, resource, amount, devices_only=devices_only) for resource in covered],
            }
        )
    return [{"coveredResources": covered, "flavors": rows}]


def covered_resources(flavors: Iterable[ResolvedFlavor]) -> list[str]:
    """CPU, memory, then every device resource by name: the one order that both lists of a group need."""
    devices = sorted({flavor.resource for flavor in flavors} - {CPU})
    return [CPU, MEMORY, *devices]


def _quota(flavor: ResolvedFlavor, resource: str, amount: Amounts, *, devices_only: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": resource, "nominalQuota": _amount(flavor, resource, amount.nominal)}
    if devices_only and resource != flavor.resource:
        return entry
    if amount.borrow is not None:
        entry["borrowingLimit"] = _amount(flavor, resource, amount.borrow)
    if amount.lend is not None:
        entry["lendingLimit"] = _amount(flavor, resource, amount.lend)
    return entry


def _amount(flavor: ResolvedFlavor, resource: str, devices: int) -> str:
    if resource == flavor.resource and resource != CPU:
        return str(Quantity.from_int(devices))
    if resource == CPU:
        return str(Quantity.from_milli(flavor.milli_cpu(devices)))
    if resource == MEMORY:
        return str(Quantity.from_bytes(flavor.memory(devices)))
    return "0"
