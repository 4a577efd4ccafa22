"""Saving what a running Slurm says, for plans and comparisons where its commands cannot be run."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tenantry.backends.slurm.accounting import observe
from tenantry.backends.slurm.effective import shown
from tenantry.backends.slurm.effective.things import Kind, Thing
from tenantry.backends.slurm.live import release
from tenantry.backends.slurm.live.capture import Recorder
from tenantry.backends.slurm.live.commands import Commands, UnreachableError

_CLUSTER: Final = "clustername"


def capture(commands: Commands, folder: Path) -> str:
    """Saves all that is ever asked, none of which changes anything; the name of the cluster.

    Raises UnreachableError where Slurm does not answer, and OSError where the folder cannot be written.
    """
    recorder = Recorder(commands)
    said = shown.observe(recorder).things[Thing(Kind.CONFIG)].get(_CLUSTER)
    if said is None:
        raise UnreachableError(f"{' '.join(shown.CONFIG)} on {commands.where} names no cluster")
    observe.observe(recorder, said.value, release.release(recorder))
    recorder.save(folder)
    return said.value
