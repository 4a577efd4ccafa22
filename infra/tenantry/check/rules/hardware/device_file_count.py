"""Device files that are not as many as the devices of a node."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy
from tenantry.model.hostlist import HostList, HostListError


@rule("NOD113", Severity.ERROR, DOCUMENT)
def device_file_count(tenancy: Tenancy) -> Iterator[Problem]:
    """A flavor's device files are not as many as a node has devices.

    What it does:
        Counts the files that `gpu.deviceFiles` stands for and compares them with `perNode`, and the entries of
        `mig.files` with `perNode` times `mig.perGpu`.

    Why:
        Slurm counts the devices of a node by their files; a node with fewer than slurm.conf says is drained.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8, deviceFiles: "/dev/nvidia[0-3]"}
            node: {cpus: 128, memory: 2Ti}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100:
            gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8, deviceFiles: "/dev/nvidia[0-7]"}
            node: {cpus: 128, memory: 2Ti}

    Sources:
        gres.conf(5): File, Count.
    """
    for name, flavor in tenancy.flavors.items():
        gpu = flavor.gpu
        if gpu is None:
            continue
        if gpu.mig is not None and gpu.mig.files and len(gpu.mig.files) != gpu.devices:
            message = f"files of {len(gpu.mig.files)} instances are named, and a node has {gpu.devices}"
            related = (Related("GPUs a node are set here", ("flavors", name, "gpu", "perNode")),)
            help_text = f"name {gpu.mig.per_gpu} for each of the {gpu.per_node} GPUs"
            yield Problem(("flavors", name, "gpu", "mig", "files"), message, help_text, related)
        if gpu.device_files is None:
            continue
        files, path = _count(gpu.device_files), ("flavors", name, "gpu", "deviceFiles")
        if files is None:
            yield Problem(path, "this is not a list of files that gres.conf takes", "write it as /dev/nvidia[0-7]")
        elif files != gpu.per_node:
            message = f"{gpu.device_files} stands for {files} files, and a node has {gpu.per_node} GPUs"
            related = (Related("GPUs a node are set here", ("flavors", name, "gpu", "perNode")),)
            yield Problem(path, message, f"list {gpu.per_node} files", related)


def _count(files: str) -> int | None:
    """How many files a list stands for: Slurm reads it as it reads a list of hosts."""
    try:
        return len(HostList.parse(files.replace("/", "_")))
    except HostListError:
        return None
