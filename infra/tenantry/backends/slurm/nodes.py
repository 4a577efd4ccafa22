"""NodeName lines of slurm.conf and of gres.conf, a pool each."""

from __future__ import annotations

from math import ceil, floor

from tenantry.backends.slurm.devices import Line, device_lines
from tenantry.backends.slurm.names import GPU, SHARD
from tenantry.backends.slurm.scope import Scope
from tenantry.model.hardware import Gpu, NodeShape
from tenantry.model.memory import MIB, SlurmMemory
from tenantry.resolve.types import ResolvedFlavor, ResolvedPool


def node_lines(scope: Scope) -> tuple[Line, ...]:
    """What each pool's nodes have, and then what the site adds."""
    return tuple(_node_line(scope, pool) | site_options(scope, pool.name) for pool in scope.pools)


def site_options(scope: Scope, pool: str) -> Line:
    """The site's further options of a pool's nodes."""
    return {key: str(value) for key, value in sorted(scope.target.nodes.get(pool, {}).items())}


def gres_lines(scope: Scope) -> tuple[Line, ...]:
    """Where each pool's devices are: found by Slurm or named by file, never both."""
    flavors = scope.resolved.tenancy.flavors
    return tuple(
        {"NodeName": str(pool.hosts)} | line
        for pool in scope.pools
        for line in device_lines(flavors[pool.flavor], scope.flavors[pool.flavor])
    )


def _node_line(scope: Scope, pool: ResolvedPool) -> Line:
    flavor = scope.flavors[pool.flavor]
    gpu, shape = scope.resolved.tenancy.flavors[pool.flavor].gpu, scope.resolved.tenancy.flavors[pool.flavor].node
    memory = SlurmMemory.from_bytes(floor(shape.memory.value)).mib
    line = {"NodeName": str(pool.hosts)} | _cpus(shape) | {"RealMemory": str(memory)}
    if shape.reserved.memory.nano:
        # Rounded up, so that what is left is what resolving gives to jobs.
        line["MemSpecLimit"] = str(ceil(shape.reserved.memory.value / MIB))
    if gpu is not None:
        line["Gres"] = _gres(gpu, flavor)
    return line | {"Feature": flavor.name}


def _cpus(shape: NodeShape) -> Line:
    """CoreSpecCount rather than CpuSpecList: a count holds whatever the numbering of the CPUs."""
    threads = shape.threads_per_core or 1
    line = {"CPUs": str(shape.cpus)}
    if shape.sockets or shape.threads_per_core:
        sockets = shape.sockets or 1
        cores = shape.cpus // (sockets * threads)
        line |= {"Sockets": str(sockets), "CoresPerSocket": str(cores), "ThreadsPerCore": str(threads)}
    if shape.reserved.cpus:
        line["CoreSpecCount"] = str(-(-shape.reserved.cpus // threads))
    return line


def _gres(gpu: Gpu, flavor: ResolvedFlavor) -> str:
    """What slurm.conf says a node has: as many as gres.conf names, or AutoDetect is to find."""
    if flavor.gres_name == SHARD:
        return f"{GPU}:{flavor.gres}:{gpu.per_node},{SHARD}:{flavor.gres}:{gpu.devices}"
    return f"{GPU}:{flavor.gres}:{gpu.devices}"
