"""Slurm's own names beside those in ``resolve.names``; ``_`` keeps them apart from every name of a document."""

from __future__ import annotations

from typing import Final

GPU: Final = "gpu"
"""GRES of whole GPUs and of MIG instances."""
SHARD: Final = "shard"
"""GRES of shared GPUs (https://slurm.schedmd.com/gres.html, Sharding)."""
ROOT: Final = "root"
"""Slurm's top account."""
NAMELESS_TIER: Final = "base"
"""The tier of a document without tiers: reclaiming takes two QOS, and Slurm's own ``normal`` is the site's."""
NO_TOPOLOGY: Final = "no_topology"
"""Where those nodes are that no topology of the document places."""
FLEET_SWITCH: Final = "fleet_switch"
"""The switch above the topmost ones of the document: without it no job could span them."""
