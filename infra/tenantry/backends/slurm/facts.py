"""What differs between the supported Slurm releases, as data.

Sources: the release notes and man pages of each; tried on 22.05.8, 24.11.5 and 26.05.5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_BEFORE_NRT: Final = frozenset({"off", "nvml", "rsmi", "oneapi"})


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """What one release reads."""

    topology_yaml: bool = False
    """Whether topology.yaml and a partition's ``Topology`` are there (25.05); else topology.conf and TopologyPlugin."""
    topology_block: bool = False
    """Whether topology/block is there (23.11)."""
    block_sizes: bool = False
    """Whether blocks have sizes (24.05); 23.11 has BlockLevels, in powers of two of the smallest block."""
    auto_detect: frozenset[str] = _BEFORE_NRT
    """Values of AutoDetect (``_handle_autodetect_flags`` of gres.c in each release)."""
    qos_lists: bool = False
    """Whether a job may name several QOS (``--qos`` of sbatch(1), 24.11)."""
    text_after_brackets: bool = True
    """Whether a host list may go on after its last bracket, as in ``b[1-2]n3`` (22.05 refuses it; tried)."""
    association_comments: bool = True
    """Whether associations have a comment (23.02; tried)."""
    instances_beside_shards: bool = True
    """Whether slurmd leaves a device of several files whole where GresTypes has ``shard`` (gres_c_s.c; tried)."""


_WITH_NRT: Final = _BEFORE_NRT | {"nrt"}
_WITH_NVIDIA: Final = _WITH_NRT | {"nvidia"}
_WITH_FULL: Final = _WITH_NVIDIA | {"full"}

RELEASES: Final[dict[str, ReleaseFacts]] = {
    "22.05": ReleaseFacts(text_after_brackets=False, association_comments=False, instances_beside_shards=False),
    "23.02": ReleaseFacts(),
    "23.11": ReleaseFacts(topology_block=True, auto_detect=_WITH_NRT),
    "24.05": ReleaseFacts(topology_block=True, block_sizes=True, auto_detect=_WITH_NRT),
    "24.11": ReleaseFacts(qos_lists=True, topology_block=True, block_sizes=True, auto_detect=_WITH_NVIDIA),
    "25.05": ReleaseFacts(
        qos_lists=True, topology_yaml=True, topology_block=True, block_sizes=True, auto_detect=_WITH_NVIDIA
    ),
    "25.11": ReleaseFacts(
        qos_lists=True, topology_yaml=True, topology_block=True, block_sizes=True, auto_detect=_WITH_NVIDIA
    ),
    "26.05": ReleaseFacts(
        qos_lists=True, topology_yaml=True, topology_block=True, block_sizes=True, auto_detect=_WITH_FULL
    ),
}
"""Oldest first."""


def facts(release: str) -> ReleaseFacts:
    """Facts of ``major.minor``; raises ValueError that names a release outside the table."""
    try:
        return RELEASES[release]
    except KeyError:
        raise ValueError(f"Slurm {release} is not supported; supported are {', '.join(RELEASES)}") from None
