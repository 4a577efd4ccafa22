"""Which keys start a record, file by file. All others stand alone on their line.

Source: the tables of ``s_p_options_t`` in src/common/read_config.c, src/interfaces/gres.c and src/plugins/topology.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _kinds(*names: str) -> Mapping[str, str]:
    return {name.lower(): name for name in names}


SLURM: Final = _kinds("NodeName", "PartitionName", "NodeSet", "DownNodes", "FrontendName", "PowerAction")
"""FrontendName until 25.05, PowerAction from 26.05; SlurmctldHost, which may stand several times, has no options."""

GRES: Final = _kinds("NodeName", "Name")

TOPOLOGY: Final = _kinds("SwitchName", "BlockName", "RingName")

CGROUP: Final = _kinds()
