"""Lines of gres.conf for one flavor's devices: whole GPUs, MIG instances, shards."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.names import GPU, SHARD
from tenantry.model.hardware import Flavor, Gpu, NodeShape
from tenantry.model.hostlist import HostList
from tenantry.resolve.hardware import device_files
from tenantry.resolve.types import ResolvedFlavor

Line = dict[str, str]
"""Option to value, in the order of the line."""

_SLASH = "_._"
"""Stands for ``/`` where files are read as Slurm reads hosts: such a sequence is in no device's path."""


def device_lines(flavor: Flavor, names: ResolvedFlavor) -> Iterator[Line]:
    """The lines without their NodeName; none for a flavor without GPUs.

    Shards stand in one line without files, which Slurm spreads evenly over the GPUs (gres_c_s.c, tried on 22.05, 24.11
    and 26.05). Raises ValueError for devices whose files the document does not name and nobody can know.
    """
    gpu = flavor.gpu
    if gpu is None:
        return
    if gpu.auto_detect != "off":
        yield {"AutoDetect": gpu.auto_detect}
    else:
        named = {"Name": GPU, "Type": names.gres}
        yield from (named | line for line in _by_socket(gpu, flavor.node))
    if gpu.shards is not None:
        yield {"Name": SHARD, "Type": names.gres, "Count": str(gpu.devices)}


def _by_socket(gpu: Gpu, node: NodeShape) -> Iterator[Line]:
    """The devices, socket by socket with ``Cores`` where the document says that they are numbered so.

    Slurm numbers cores socket by socket, a core of several threads once. Only whole sockets are named: it schedules
    GPUs by the socket (gres.conf(5), Cores).
    """
    sockets = node.sockets if gpu.affinity == "sockets" and node.sockets else 1
    lines = _files(gpu, sockets)
    if sockets == 1:
        yield from lines
        return
    cores = node.cpus // (sockets * (node.threads_per_core or 1))
    for at, line in enumerate(lines):
        first = at * sockets // len(lines) * cores
        yield line | {"Cores": f"{first}-{first + cores - 1}"}


def _files(gpu: Gpu, parts: int) -> list[Line]:
    """One line an instance, or one for each of so many equal parts of the GPUs."""
    if gpu.mig is not None:
        return [{"MultipleFiles": files} for files in gpu.mig.files]
    files = device_files(gpu)
    if files is None:
        raise ValueError(f"device files of {gpu.product} are not known; set gpu.deviceFiles or gpu.autoDetect")
    if parts == 1:
        return [{"File": files}]
    names = HostList.parse(files.replace("/", _SLASH)).names
    each = len(names) // parts
    groups = (HostList(names[at : at + each]) for at in range(0, len(names), each))
    return [{"File": str(group).replace(_SLASH, "/")} for group in groups]
