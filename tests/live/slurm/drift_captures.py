"""Makes the captures in tests/cli/captures anew: `python -m tests.live.slurm.drift_captures`."""

from __future__ import annotations

import re
from pathlib import Path

from tenantry.backends.slurm.capture import capture
from tenantry.backends.slurm.live.local import LocalCommands
from tests.cli.test_drift_captures import CAPTURES
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.drifting import NODES, Fleet, document
from tests.live.slurm.install import RELEASES


def make(suite: str, folder: Path) -> None:
    """The document of four nodes and a cluster that was made from it, on one release."""
    text = document(suite)
    fleet = Fleet.of(text)
    with Cluster(suite, fleet.files()) as cluster:
        cluster.start_database()
        for commands in ("qos.sacctmgr", "accounts.sacctmgr"):
            done = cluster.batch(fleet.commands(commands))
            if done.rc != 0:
                raise RuntimeError(done.out)
            if commands == "qos.sacctmgr":
                cluster.start_controller()
        cluster.start_nodes(NODES)
        capture(LocalCommands(tuple(cluster.entering([]))), folder / "saved")
    (folder / "tenancy.yaml").write_text(text, encoding="utf-8")
    for file in (folder / "saved").iterdir():
        file.write_text(re.sub(r"OS=Linux \S+", "OS=Linux 6.1.0", file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    for suite, name in RELEASES.items():
        make(suite, CAPTURES / name)
