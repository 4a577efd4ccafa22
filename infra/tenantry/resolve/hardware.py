"""What follows from the hardware: names and ratios of a flavor, and the devices each scheduler owns."""

from __future__ import annotations

import re
from math import floor

from tenantry.model.document import Tenancy
from tenantry.model.hardware import Flavor, Gpu
from tenantry.resolve.types import FlavorOn, ResolvedFlavor, ResolvedPool

NVIDIA = "nvidia.com/"
AMD = "amd.com/"
AMD_FIRST_DEVICE = 128
"""Minor number of the first render node (Linux, drivers/gpu/drm)."""
PRODUCT_LABEL = "nvidia.com/gpu.product"
VENDORS = frozenset({"nvidia", "amd", "intel"})


def gres_type(product: str) -> str:
    """The type in ``gres/gpu:<type>`` for a GPU model: the first part with a digit, in lower case.

    NVIDIA-H100-80GB-HBM3 gives h100, AMD-Instinct-MI300X mi300x, NVIDIA-GeForce-RTX-3090 3090. It is a part of the
    name that AutoDetect finds, as Slurm asks for (gres.conf(5), Type). A model without a digit gives its first part
    after the vendor.
    """
    parts = [part.lstrip(".") for part in re.split(r"[-_]", product.lower())]
    named = [part for part in parts if part and part not in VENDORS]
    return next((part for part in named if any(map(str.isdigit, part))), named[0] if named else "gpu")


def gres_of(gpu: Gpu) -> str:
    """The type of a flavor's devices: as stated, else from the product and the MIG profile.

    NVML calls an instance ``nvidia_h100_80gb_hbm3_1g.10gb``, and Slurm keeps a device whose configured type is a part
    of that (gres_gpu.c): with AutoDetect only the profile is sure to be one.
    """
    if gpu.gres is not None:
        return gpu.gres
    if gpu.mig is None:
        return gres_type(gpu.product)
    return gpu.mig.profile if gpu.auto_detect != "off" else f"{gres_type(gpu.product)}_{gpu.mig.profile}"


def resource_of(gpu: Gpu) -> str:
    """The resource on Kubernetes: as stated, else what NVIDIA's device plugin calls such devices."""
    if gpu.resource is not None:
        return gpu.resource
    if gpu.mig is not None:
        return f"{NVIDIA}mig-{gpu.mig.profile}"
    return f"{NVIDIA}gpu.shared" if gpu.shards else f"{NVIDIA}gpu"


def device_files(gpu: Gpu) -> str | None:
    """The device files of a node's GPUs, in host list syntax; None where the document has to name them."""
    if gpu.device_files is not None:
        return gpu.device_files
    if resource_of(gpu).startswith(NVIDIA):
        return f"/dev/nvidia{_numbers(0, gpu.per_node)}"
    if resource_of(gpu).startswith(AMD):
        return f"/dev/dri/renderD{_numbers(AMD_FIRST_DEVICE, gpu.per_node)}"
    return None


def _numbers(first: int, count: int) -> str:
    return str(first) if count == 1 else f"[{first}-{first + count - 1}]"


def resolve_flavors(tenancy: Tenancy) -> dict[str, ResolvedFlavor]:
    """Every flavor with its names and ratios filled in, by name."""
    return {name: resolve_flavor(name, tenancy.flavors[name]) for name in sorted(tenancy.flavors)}


def resolve_flavor(name: str, flavor: Flavor) -> ResolvedFlavor:
    """One flavor with its names and ratios filled in."""
    gpu, node = flavor.gpu, flavor.node
    cpus = max(0, node.cpus - node.reserved.cpus)
    devices = gpu.devices if gpu else max(1, cpus)
    resource = resource_of(gpu) if gpu else "cpu"
    labels = dict(flavor.node_labels)
    if gpu and resource.startswith(NVIDIA):
        labels.setdefault(PRODUCT_LABEL, gpu.product)
    return ResolvedFlavor(
        name=name,
        is_gpu=gpu is not None,
        devices_per_node=devices,
        unit=flavor.unit or devices,
        resource=resource,
        gres_name="" if gpu is None else "shard" if gpu.shards else "gpu",
        gres=gres_of(gpu) if gpu else "",
        node_labels=tuple(sorted(labels.items())),
        topology=flavor.topology,
        allocatable_milli_cpu=cpus * 1000,
        allocatable_memory=max(0, floor(node.memory.value - node.reserved.memory.value)),
    )


def resolve_pools(tenancy: Tenancy) -> dict[str, ResolvedPool]:
    """Every pool, by name."""
    return {
        name: ResolvedPool(name=name, flavor=pool.flavor, hosts=pool.hosts, owner=pool.owner, spare=pool.spare)
        for name, pool in sorted(tenancy.pools.items())
    }


def capacity(tenancy: Tenancy, flavors: dict[str, ResolvedFlavor]) -> dict[FlavorOn, int] | None:
    """Devices of the nodes that each scheduler owns, less spare ones; None where the document has no pools.

    A host that stands in two pools counts once, in the pool whose name sorts first.
    """
    if not tenancy.pools:
        return None
    result = {(flavor, scheduler): 0 for flavor in flavors for scheduler in tenancy.schedulers}
    seen: set[str] = set()
    for _, pool in sorted(tenancy.pools.items()):
        fresh = sum(host not in seen for host in pool.hosts)
        seen.update(pool.hosts)
        for scheduler in tenancy.schedulers:
            if scheduler.value == pool.owner.value and (pool.flavor, scheduler) in result:
                nodes = max(0, fresh - pool.spare)
                result[pool.flavor, scheduler] += nodes * flavors[pool.flavor].devices_per_node
    return result
