"""Flavors: what one class of node has, and how each scheduler names it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tenantry.model.base import Model
from tenantry.model.names import GresType, LabelKey, LabelValue, MigProfile, Name, ResourceName, SettingValue
from tenantry.model.quantity import MemoryQuantity, Quantity

Positive = Annotated[int, Field(ge=1, le=1_000_000)]
NonNegative = Annotated[int, Field(ge=0, le=1_000_000)]
AutoDetect = Literal["off", "nvml", "nvidia", "rsmi", "oneapi", "nrt", "full"]


class Mig(Model):
    """How every GPU of a node is cut into instances (NVIDIA's Multi-Instance GPU). A device is then an instance."""

    profile: MigProfile
    """The profile of all instances, such as 1g.10gb."""
    per_gpu: Annotated[int, Field(ge=1, le=7)]
    """Instances of one GPU."""
    files: Annotated[tuple[SettingValue, ...], Field(strict=False)] = ()
    """The device files of each instance of a node, GPU by GPU (``MultipleFiles`` of gres.conf): the GPU's own file
    and the two below /dev/nvidia-caps that open the instance, with commas between. Needed unless ``autoDetect`` is
    nvml."""


class Gpu(Model):
    """The devices of a node."""

    product: Annotated[LabelValue, Field(min_length=1)]
    """The GPU model as the node label says it (NVIDIA's feature discovery: ``nvidia.com/gpu.product``)."""
    per_node: Annotated[int, Field(ge=1, le=1024)]
    """GPUs a node; Slurm takes at most 1024 (gres.conf(5))."""
    mig: Mig | None = None
    """GPUs cut into instances: quotas of the flavor count instances."""
    shards: Annotated[int, Field(ge=2, le=128)] | None = None
    """Jobs that may share one GPU: quotas of the flavor count shards. ``gres/shard`` on Slurm, a GPU offered so many
    times (time slicing or MPS of the device plugin) on Kubernetes; neither keeps a shard's memory to itself."""
    gres: GresType | None = None
    """Type in ``gres/gpu:<type>``; follows from the product when left out (NVIDIA-H100-80GB-HBM3 gives h100). Of MIG
    instances h100_1g.10gb, or 1g.10gb with ``autoDetect``, which looks for it in the name that NVML gives."""
    resource: ResourceName | None = None
    """The device plugin's resource name on Kubernetes; when left out nvidia.com/gpu, nvidia.com/mig-1g.10gb for MIG
    instances (the plugin's strategy ``mixed``) and nvidia.com/gpu.shared for shards (its ``renameByDefault``)."""
    auto_detect: AutoDetect = "off"
    """``AutoDetect`` of gres.conf; ``off`` writes the device files instead."""
    device_files: SettingValue | None = None
    """Device files of a node's GPUs, ``/dev/nvidia[0-7]`` for 8 NVIDIA devices when left out."""
    affinity: Literal["none", "sockets"] = "none"
    """``sockets``: the GPUs are numbered socket by socket, as many on each, and Slurm prefers a GPU's own socket
    (``Cores`` of gres.conf). ``autoDetect`` finds that out by itself."""

    @property
    def per_gpu(self) -> int:
        """Devices that one GPU counts as."""
        return self.mig.per_gpu if self.mig else self.shards or 1

    @property
    def devices(self) -> int:
        """Devices a node, as quotas count them."""
        return self.per_node * self.per_gpu


class Reserved(Model):
    """What the operating system and node daemons keep of a node."""

    cpus: NonNegative = 0
    """CPUs that jobs never get."""
    memory: MemoryQuantity = Quantity.parse("0")


class NodeShape(Model):
    """CPUs and memory of one node."""

    cpus: Positive
    """CPUs as the scheduler counts them (hardware threads)."""
    memory: MemoryQuantity
    """A Kubernetes quantity, such as 2Ti."""
    sockets: Positive | None = None
    """Sockets of a node, as Slurm counts them."""
    threads_per_core: Positive | None = None
    """Hardware threads of a core."""
    reserved: Reserved = Reserved.model_construct()
    """What the operating system and node daemons keep."""


class Flavor(Model):
    """One class of node. A flavor without ``gpu`` counts CPUs."""

    gpu: Gpu | None = None
    """The devices of a node; a flavor without counts CPUs."""
    node: NodeShape
    """CPUs and memory of a node."""
    unit: Positive | None = None
    """Devices that a proportional split moves at once; a whole node when left out."""
    node_labels: dict[LabelKey, LabelValue] = {}
    """Labels that select the flavor's nodes; ``nvidia.com/gpu.product`` follows from the product when left out."""
    topology: Name | None = None
    """The topology that the flavor's nodes are in."""
    billing: NonNegative = 1
    """What one device of this flavor weighs in Slurm's fair share (TRESBillingWeights)."""
