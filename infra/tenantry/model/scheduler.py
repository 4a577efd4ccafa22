"""The schedulers one fleet is shared by, and who may place work on a node."""

from __future__ import annotations

from enum import StrEnum


class Scheduler(StrEnum):
    """A scheduler that holds quota and places work."""

    SLURM = "slurm"
    KUEUE = "kueue"


class Owner(StrEnum):
    """The one scheduler that may place work on a pool's nodes, or ``none``."""

    SLURM = "slurm"
    KUEUE = "kueue"
    NONE = "none"
