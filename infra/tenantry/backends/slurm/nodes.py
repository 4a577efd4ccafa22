"""NodeName lines of slurm.conf and of gres.conf, a pool each."""

from __future__ import annotations

from math import ceil, floor

from tenantry.backends.slurm.scope import Scope
from tenantry.model.hardware import Gpu, NodeShape
from tenantry.model.memory import MIB, SlurmMemory
from tenantry.resolve.hardware import device_files
from tenantry.resolve.types import ResolvedPool

Line = dict[str, str]
"""Option to value, in the order of the line."""


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
        {"NodeName": str(pool.hosts)} | _devices(gpu, scope.flavors[pool.flavor].gres)
        for pool in scope.pools
        if (gpu := flavors[pool.flavor].gpu) is not None
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
        line["Gres"] = f"gpu:{flavor.gres}:{gpu.per_node}"
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


def _devices(gpu: Gpu, gres: str) -> Line:
    if gpu.auto_detect != "off":
        return {"AutoDetect": gpu.auto_detect}
    files = device_files(gpu)
    if files is None:
        raise ValueError(f"device files of {gpu.product} are not known; set gpu.deviceFiles or gpu.autoDetect")
    return {"Name": "gpu", "Type": gres, "File": files}
