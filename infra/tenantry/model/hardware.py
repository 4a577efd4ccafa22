"""Flavors: what one class of node has, and how each scheduler names it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tenantry.model.base import Model
from tenantry.model.names import GresType, LabelKey, LabelValue, Name, ResourceName, SettingValue
from tenantry.model.quantity import MemoryQuantity, Quantity

Positive = Annotated[int, Field(ge=1, le=1_000_000)]
NonNegative = Annotated[int, Field(ge=0, le=1_000_000)]
AutoDetect = Literal["off", "nvml", "nvidia", "rsmi", "oneapi", "nrt"]


class Gpu(Model):
    """The devices of a node."""

    product: LabelValue
    """The GPU model as the node label says it (NVIDIA's feature discovery: ``nvidia.com/gpu.product``)."""
    per_node: Annotated[int, Field(ge=1, le=1024)]
    """Devices a node; Slurm takes at most 1024 (gres.conf(5))."""
    gres: GresType | None = None
    """Type in ``gres/gpu:<type>``; follows from the product when left out (NVIDIA-H100-80GB-HBM3 gives h100)."""
    resource: ResourceName = "nvidia.com/gpu"
    """The device plugin's resource name on Kubernetes."""
    auto_detect: AutoDetect = "off"
    """``AutoDetect`` of gres.conf; ``off`` writes the device files instead."""
    device_files: SettingValue | None = None
    """Device files of a node, ``/dev/nvidia[0-7]`` for 8 NVIDIA devices when left out."""


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
    reserved: Reserved = Reserved()
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
