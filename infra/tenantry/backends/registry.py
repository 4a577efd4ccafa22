"""The back ends there are. Adding one is a folder beside this file, a line here and the conformance suite."""

from __future__ import annotations

from typing import Final

from tenantry.backends.base import Backend
from tenantry.backends.kueue.backend import KueueBackend
from tenantry.backends.slurm.backend import SlurmBackend

BACKENDS: Final[tuple[Backend, ...]] = (SlurmBackend(), KueueBackend())
"""In the order of the schedulers."""


def backends() -> tuple[Backend, ...]:
    """Every back end, in the order of the schedulers."""
    return BACKENDS
