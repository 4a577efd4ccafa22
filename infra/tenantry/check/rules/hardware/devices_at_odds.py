"""Settings of a flavor's GPUs that cannot go together."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Path, Severity
from tenantry.model.document import Tenancy
from tenantry.model.hardware import Gpu, NodeShape

FINDS_MIG = frozenset({"off", "nvml", "full"})
"""Of AutoDetect: only NVML knows of instances."""


@rule("NOD114", Severity.ERROR, DOCUMENT)
def devices_at_odds(tenancy: Tenancy) -> Iterator[Problem]:
    """Settings of a flavor's GPUs contradict each other.

    What it does:
        Looks at `mig`, `shards`, `affinity`, `autoDetect` and `deviceFiles` of each GPU flavor. GPUs are cut into
        instances or shared, not both. Instances have files of their own, and only NVML finds them. `affinity: sockets`
        needs `node.sockets`, as many GPUs on each, and no `autoDetect`, which finds the sockets by itself.

    Why:
        Devices that AutoDetect does not find are missing from a node, and Slurm drains it. Cores that a node does not
        have make slurmd pass over the line; a part of a socket would leave cores that no GPU job gets.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100-mig:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8, mig: {profile: 1g.10gb, perGpu: 7}, autoDetect: nvidia}
            node: {cpus: 128, memory: 2Ti}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100-mig:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8, mig: {profile: 1g.10gb, perGpu: 7}, autoDetect: nvml}
            node: {cpus: 128, memory: 2Ti}

    Sources:
        gres.conf(5): AutoDetect, Cores, MultipleFiles; https://slurm.schedmd.com/gres.html
    """
    for name, flavor in tenancy.flavors.items():
        if flavor.gpu is not None:
            yield from _parts(flavor.gpu, ("flavors", name, "gpu"))
            yield from _affinity(flavor.gpu, flavor.node, ("flavors", name, "gpu", "affinity"))


def _parts(gpu: Gpu, path: Path) -> Iterator[Problem]:
    if gpu.mig is None:
        return
    if gpu.shards is not None:
        message = "the GPUs are cut into instances and shared"
        yield Problem((*path, "shards"), message, "make two flavors of it, each with its own nodes")
    if gpu.auto_detect not in FINDS_MIG:
        message = f"AutoDetect={gpu.auto_detect} finds no MIG instances"
        yield Problem((*path, "autoDetect"), message, "use nvml, or name the files of the instances under mig.files")
    if gpu.device_files is not None:
        message = "deviceFiles are those of whole GPUs, and the flavor has MIG instances"
        yield Problem((*path, "deviceFiles"), message, "name the files of each instance under mig.files")
    if gpu.mig.files and gpu.auto_detect != "off":
        message = f"the instances are named, and AutoDetect={gpu.auto_detect} looks for them"
        yield Problem((*path, "mig", "files"), message, "keep one of files and autoDetect")


def _affinity(gpu: Gpu, node: NodeShape, path: Path) -> Iterator[Problem]:
    if gpu.affinity == "none":
        return
    if gpu.auto_detect != "off":
        message = f"AutoDetect={gpu.auto_detect} finds the socket of each GPU by itself"
        yield Problem(path, message, "leave affinity out, or autoDetect")
    elif node.sockets is None:
        yield Problem(path, "the sockets of a node are not known", "set node.sockets")
    elif gpu.per_node % node.sockets:
        message = f"{gpu.per_node} GPUs do not come to as many on each of {node.sockets} sockets"
        yield Problem(path, message, "leave affinity out")
