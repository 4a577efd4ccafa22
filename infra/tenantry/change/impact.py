"""What a difference takes before the cluster obeys."""

from __future__ import annotations

from enum import StrEnum


class Impact(StrEnum):
    """What has to be done beside writing the change, the least first; compared by :attr:`rank`."""

    NOTHING = "nothing"
    """It holds as soon as it is made."""
    RECONFIGURE = "scontrol reconfigure"
    RESTART_SLURMD = "a restart of slurmd"
    RESTART_SLURMCTLD = "a restart of slurmctld"
    DRAIN = "a drained node, then scontrol reconfigure"
    """Running jobs have to leave first: they would be requeued or cancelled."""
    DRAIN_RESTART = "a drained node, then a restart of slurmctld"

    @property
    def rank(self) -> int:
        """0 for nothing, and more the more it takes."""
        return list(Impact).index(self)
