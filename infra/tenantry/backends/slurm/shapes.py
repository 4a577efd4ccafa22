"""What of a flavor's nodes slurmctld would refuse or set right by itself. Tried on 24.11 and 26.05."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Final

from tenantry.backends.slurm.scope import Scope
from tenantry.check.target import Refusal
from tenantry.model.memory import MIB

MOST_CPUS: Final = 65_535
"""CPUs of a node: a 16-bit number (slurm.conf(5), CPUs)."""


def shapes(scope: Scope) -> Iterator[Refusal]:
    """CPUs and memory that a NodeName or PartitionName line cannot say."""
    for name in sorted({pool.flavor for pool in scope.pools}):
        yield from _cpus(scope, name)
        yield from _memory(scope, name)
        yield from _files(scope, name)


def _cpus(scope: Scope, name: str) -> Iterator[Refusal]:
    node = scope.resolved.tenancy.flavors[name].node
    path = ("flavors", name, "node")
    if node.cpus > MOST_CPUS:
        yield Refusal((*path, "cpus"), f"a node has {node.cpus} CPUs", f"Slurm takes at most {MOST_CPUS}")
    threads = node.threads_per_core or 1
    cores = node.cpus // threads
    if node.reserved.cpus < node.cpus and ceil(node.reserved.cpus / threads) >= cores:
        message = f"{node.reserved.cpus} reserved CPUs are all {cores} cores: Slurm reserves whole ones"
        yield Refusal((*path, "reserved", "cpus"), message, f"reserve at most {(cores - 1) * threads}")


def _files(scope: Scope, name: str) -> Iterator[Refusal]:
    gpu = scope.resolved.tenancy.flavors[name].gpu
    if gpu is not None and gpu.device_files is not None and not gpu.device_files.startswith("/"):
        message = f"{gpu.device_files} is no absolute path"
        yield Refusal(("flavors", name, "gpu", "deviceFiles"), message, "write it as /dev/nvidia[0-7]")


def _memory(scope: Scope, name: str) -> Iterator[Refusal]:
    flavor, node = scope.flavors[name], scope.resolved.tenancy.flavors[name].node
    path = ("flavors", name, "node")
    whole, kept = floor(node.memory.value / MIB), ceil(node.reserved.memory.value / MIB)
    if kept >= whole:
        message = f"{node.memory} of memory less what is reserved is below 1 MiB, in which Slurm counts"
        yield Refusal((*path, "memory"), message, "write the memory of a whole node, such as 512Gi")
    elif flavor.memory(1) < MIB:
        message = f"{node.memory} of memory gives a device less than 1 MiB: Slurm would read no limit at all"
        yield Refusal((*path, "memory"), message, "write the memory of a whole node, such as 512Gi")
