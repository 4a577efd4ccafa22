"""What is asked of a cluster, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from tenantry.model.quantity import Quantity
from tenantry.resolve.types import ResolvedFlavor

Object = dict[str, Any]
Amounts = Mapping[str, int]
"""Resource of Kubernetes to how much of it: milli-CPUs, bytes, or devices."""

CPU, MEMORY = "cpu", "memory"
SECONDS = 600
GRACE = 300
"""Seconds that work asks for, and that its pods have to end: within every tier that is tried."""


@dataclass(frozen=True, slots=True)
class Ask:
    """So many jobs alike, of one team on one flavor."""

    team: str
    flavor: str
    devices: int = 1
    """A pod."""
    count: int = 1
    pods: int = 1
    tier: str | None = None
    """None is the lowest that the team may use."""
    cpu_times: int = 1
    """How many times the CPUs that go with its devices."""

    @property
    def total(self) -> int:
        """Devices of one job in all its pods."""
        return self.devices * self.pods

    def sized(self, devices: int, count: int = 1) -> Self:
        """The same of another size and number."""
        return replace(self, devices=devices, count=count)

    def pod_amounts(self, flavor: ResolvedFlavor) -> Amounts:
        """What one pod asks for: whole devices, and of CPU and memory what surely goes with each of them."""
        cpu = flavor.milli_cpu(1) * self.devices * self.cpu_times
        devices = {flavor.resource: self.devices} if flavor.is_gpu else {}
        return {**devices, CPU: cpu, MEMORY: flavor.memory(1) * self.devices}

    def amounts(self, flavor: ResolvedFlavor) -> Amounts:
        """What one job asks for."""
        return {name: amount * self.pods for name, amount in self.pod_amounts(flavor).items()}


@dataclass(frozen=True, slots=True)
class Job:
    """One job and its workload."""

    name: str
    ask: Ask
    tier: str
    """Empty where the document has no tiers."""
    holds: Amounts | None
    """What the controller counts for it; None while it waits."""
    flavors: frozenset[str]
    """ResourceFlavors that it holds."""
    considered: bool
    """Whether the controller has looked at it."""
    evicted: str = ""
    """Why it was preempted, in the controller's words; empty when it was not since it last ran."""

    @property
    def runs(self) -> bool:
        """Whether it holds quota and is not about to let it go: the controller gives that to others at once."""
        return self.holds is not None and not self.evicted


def manifest(ask: Ask, flavor: ResolvedFlavor, name: str, space: str, labels: Mapping[str, str]) -> Object:
    """A suspended Job that lands on that flavor alone."""
    amounts = {key: _quantity(key, amount) for key, amount in ask.pod_amounts(flavor).items()}
    container = {"name": "main", "image": "none", "resources": {"requests": amounts, "limits": amounts}}
    pod = {
        "restartPolicy": "Never",
        "containers": [container],
        "nodeSelector": dict(flavor.node_labels),
        "terminationGracePeriodSeconds": GRACE,
    }
    spec = {"suspend": True, "parallelism": ask.pods, "completions": ask.pods, "template": {"spec": pod}}
    metadata = {"name": name, "namespace": space, "labels": dict(labels)}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec}


def job(workload: Object, name: str, ask: Ask, tier: str) -> Job:
    """A job as its Workload shows it."""
    status = workload.get("status", {})
    conditions = {it["type"]: it for it in status.get("conditions", [])}
    evicted = conditions.get("Evicted", {}).get("status") == "True"
    preempted = conditions.get("Preempted", {})
    sets = status.get("admission", {}).get("podSetAssignments", [])
    holds: dict[str, int] = {}
    for assigned in sets:
        for key, text in assigned["resourceUsage"].items():
            holds[key] = holds.get(key, 0) + _amount(key, text)
    return Job(
        name=name,
        ask=ask,
        tier=tier,
        holds=holds if sets else None,
        flavors=frozenset(flavor for assigned in sets for flavor in assigned["flavors"].values()),
        considered="QuotaReserved" in conditions,
        evicted=preempted.get("reason", "") if evicted else "",
    )


def _quantity(resource: str, amount: int) -> str:
    if resource == CPU:
        return str(Quantity.from_milli(amount))
    return str(Quantity.from_bytes(amount) if resource == MEMORY else Quantity.from_int(amount))


def _amount(resource: str, text: str) -> int:
    found = Quantity.parse(text)
    return found.milli if resource == CPU else found.bytes
