"""Every way to ask for GPUs, and what becomes of it: of a team that is guaranteed 4 of a partition's 16."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

UNTYPED: Final = "QOSMinGRES"
MIXED: Final = "with and without type"
TOO_MANY: Final = "AssocGrpGRES"
NO_SUCH: Final = "Requested node configuration is not available"


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a request is written; one that is refused says why, any other runs with so many GPUs."""

    options: str
    refused: str = ""
    holds: int = 0
    since: str = ""
    """The first release that knows the option."""


SPELLINGS: Final = (
    Spelling("--gres=gpu:h100:2", holds=2),
    Spelling("--gres=gpu:h100", holds=1),
    Spelling("--gpus=h100:2", holds=2),
    Spelling("--gpus-per-node=h100:2", holds=2),
    Spelling("--gpus-per-node=h100:2 -N2", holds=4),
    Spelling("--gpus-per-task=h100:1 -n3", holds=3),
    Spelling("--gpus-per-task=h100:2 -n2 -N2", holds=4),
    Spelling("--tres-per-task=gres/gpu:h100:1 -n3", holds=3, since="23.11"),
    Spelling("--gres=gpu:h100:5", refused=TOO_MANY),
    Spelling("--gpus=h100:5", refused=TOO_MANY),
    Spelling("--gpus-per-node=h100:3 -N2", refused=TOO_MANY),
    Spelling("--gpus-per-task=h100:1 -n5", refused=TOO_MANY),
    Spelling("--tres-per-task=gres/gpu:h100:1 -n5", refused=TOO_MANY, since="23.11"),
    Spelling("--gres=gpu:2", refused=UNTYPED),
    Spelling("--gres=gpu", refused=UNTYPED),
    Spelling("--gpus=2", refused=UNTYPED),
    Spelling("--gpus-per-node=2", refused=UNTYPED),
    Spelling("--gpus-per-task=1 -n2", refused=UNTYPED),
    Spelling("--tres-per-task=gres/gpu:1 -n2", refused=UNTYPED, since="23.11"),
    Spelling("--gres=gpu:h100:0", refused=UNTYPED),
    Spelling("--gres=none", refused=UNTYPED),
    Spelling("-c4", refused=UNTYPED),
    Spelling("-n16", refused=UNTYPED),
    Spelling("--exclusive", refused=UNTYPED),
    Spelling("--exclusive --gres=gpu:2", refused=UNTYPED),
    Spelling("--gres=gpu:l40s:1", refused=UNTYPED),
    Spelling("-p h100,l40s --gres=gpu:h100:1", refused=UNTYPED),
    Spelling("-p h100,l40s --gres=gpu:1", refused=UNTYPED),
    Spelling("--gres=gpu:h100:1,gpu:4", refused=MIXED),
    Spelling("--gres=gpu:4,gpu:h100:1", refused=MIXED),
    Spelling("--gpus=5 --gres=gpu:h100:1", refused=MIXED),
    Spelling("--gpus=5 --gpus-per-node=h100:1", refused=MIXED),
    Spelling("--gres=gpu:h100:1 --gpus-per-task=1 -n5", refused=MIXED),
    Spelling("--gres=gpu:H100:1", refused=NO_SUCH),
)

CHANGES: Final[Mapping[str, str]] = {
    "more GPUs": "TresPerNode=gres/gpu:h100:8",
    "more GPUs, as it was written once": "Gres=gpu:h100:8",
    "GPUs of no type": "TresPerNode=gres/gpu:6",
    "GPUs of no type, as it was written once": "Gres=gpu:6",
    "GPUs of no type for the job": "TresPerJob=gres/gpu:6",
    "GPUs of no type for each task": "TresPerTask=gres/gpu:6",
    "no GPUs": "TresPerNode=",
    "another partition too": "Partition=h100,l40s",
    "another account": "Account=atlas",
    "a QOS that is not the team's": "QOS=normal",
    "the account of borrowed work": "Account=vision_burst",
    "more time": "TimeLimit=5:00:00",
}
"""What the owner of a job of one GPU, which waits, may try to make of it."""
