"""GPUs whose device files nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner
from tenantry.resolve.hardware import device_files


@rule("NOD112", Severity.ERROR, DOCUMENT)
def unknown_device_files(tenancy: Tenancy) -> Iterator[Problem]:
    """Slurm owns GPUs of a maker whose device files are not known.

    What it does:
        Looks at the flavors of pools that Slurm owns. Device files follow from the resource for nvidia.com/ and
        amd.com/; any other needs `deviceFiles` or an `autoDetect` other than off, and MIG instances need `mig.files`
        or `autoDetect: nvml`: the files of an instance depend on how the GPU was cut.

    Why:
        gres.conf has to say where a node's devices are. A node whose devices slurmd cannot open registers with
        fewer than slurm.conf says, and Slurm drains it.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          gaudi: {gpu: {product: Gaudi3, perNode: 8, resource: habana.ai/gaudi}, node: {cpus: 128, memory: 1Ti}}
        pools:
          all: {flavor: gaudi, hosts: "g[01-04]", owner: slurm}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          gaudi:
            gpu: {product: Gaudi3, perNode: 8, resource: habana.ai/gaudi, deviceFiles: "/dev/accel/accel[0-7]"}
            node: {cpus: 128, memory: 1Ti}
        pools:
          all: {flavor: gaudi, hosts: "g[01-04]", owner: slurm}

    Sources:
        gres.conf(5): File, AutoDetect.
    """
    owned = {pool.flavor for pool in tenancy.pools.values() if pool.owner is Owner.SLURM}
    for name, flavor in tenancy.flavors.items():
        gpu = flavor.gpu
        if name not in owned or gpu is None or gpu.auto_detect != "off":
            continue
        if gpu.mig is not None:
            if not gpu.mig.files:
                message = "the device files of the MIG instances are not known"
                yield Problem(("flavors", name, "gpu", "mig"), message, "set mig.files, or autoDetect: nvml")
        elif device_files(gpu) is None:
            message = f"the device files of {gpu.resource} are not known"
            yield Problem(("flavors", name, "gpu"), message, "set deviceFiles, or autoDetect")
