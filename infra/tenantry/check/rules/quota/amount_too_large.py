"""Amounts beyond what a scheduler counts to."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Path, Severity
from tenantry.model.limit import UNLIMITED, Count
from tenantry.model.quantity import MAX_VALUE
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved, ResolvedFlavor

KUEUE = Scheduler.KUEUE


@rule("QTA109", Severity.ERROR, RESOLVED)
def amount_too_large(resolved: Resolved) -> Iterator[Problem]:
    """The CPUs or memory that go with some devices are more than Kubernetes counts to.

    What it does:
        Multiplies what teams are guaranteed and may borrow, what departments are capped at and what nodes Kueue owns
        with the CPUs and memory of a device, and compares with 2^63-1 thousandths of a CPU and bytes.

    Why:
        Kubernetes caps larger amounts without a word, and Kueue's sums would overflow.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        groups:
          lab: {sharing: fair}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {group: lab, quota: {h100: {nominal: 40, borrow: 2000000000}}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        groups:
          lab: {sharing: fair}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {group: lab, quota: {h100: {nominal: 40, borrow: unlimited}}, namespaces: [vision]}

    Sources:
        Kubernetes' resource.Quantity, Value and MilliValue; Kueue counts in them (pkg/resources).
    """
    for path, name, devices in _amounts(resolved):
        flavor = resolved.flavors[name]
        if devices is not UNLIMITED and (what := _too_large(flavor, int(devices))):
            message = f"the {what} that go with {devices} devices of '{name}' are more than Kubernetes counts to"
            yield Problem(path, message, "use fewer devices, unlimited, or correct the node's size")


def _too_large(flavor: ResolvedFlavor, devices: int) -> str:
    if flavor.memory(devices) > MAX_VALUE:
        return "bytes of memory"
    return "thousandths of a CPU" if flavor.milli_cpu(devices) > MAX_VALUE else ""


def _amounts(resolved: Resolved) -> Iterator[tuple[Path, str, Count]]:
    """Every number of devices that Kueue's objects name CPUs and memory for, with where it comes from."""
    target = resolved.tenancy.kueue
    if target is None:
        return
    for team, held in resolved.teams.items():
        for flavor, entry in held.on(KUEUE).items():
            path = ("teams", team, "quota", flavor)
            yield path, flavor, entry.nominal
            if target.limit_borrowing == "all":
                yield path, flavor, entry.borrow
    for (flavor, scheduler), devices in (resolved.capacity or {}).items():
        if scheduler is KUEUE:
            yield ("flavors", flavor, "node"), flavor, devices
    for department in resolved.departments.values():
        for (flavor, scheduler), cap in department.cap.items():
            if scheduler is KUEUE:
                yield ("departments", department.name, "cap", flavor), flavor, cap
