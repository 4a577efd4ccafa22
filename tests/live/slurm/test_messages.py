"""Which lines of the daemons count as faults, without any daemon."""

from __future__ import annotations

import pytest

from tests.live.slurm.messages import faults

PMIX = "[2026-01-01T00:00:00.000] error: MPI: Cannot create context for mpi/pmix_v4"


@pytest.mark.parametrize(("release", "told"), [("22.05", 0), ("24.11", 1), ("26.05", 1)])
def test_what_one_release_cannot_avoid_is_a_fault_on_the_others(release: str, told: int) -> None:
    assert len(faults("slurmd-h1", [PMIX], release)) == told


@pytest.mark.parametrize(
    "line",
    ["error: invalid value mpi/pmix_v9", "error: Couldn't load specified plugin name for mpi/pmix: x"],
)
def test_another_line_about_the_same_plugin_is_a_fault(line: str) -> None:
    assert len(faults("slurmctld", [line], "22.05")) == 1
