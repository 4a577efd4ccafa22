"""Makes the captures in tests/backends/slurm/accounting anew: `python -m tests.live.slurm.captures`."""

from __future__ import annotations

from pathlib import Path

from tenantry.backends.slurm.accounting.observe import observe
from tenantry.backends.slurm.live.capture import Recorder
from tenantry.backends.slurm.live.local import LocalCommands
from tenantry.backends.slurm.live.release import release
from tests.backends.slurm.accounting.captures import CAPTURES
from tests.backends.slurm.accounting.documents import DOCUMENT, SILENT
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import RELEASES
from tests.support.documents import resolved_text


def make(suite: str, folder: Path) -> None:
    """The accounting of the document and of a site beside it, on one release."""
    rendered = on_sandbox(resolved_text(DOCUMENT).tenancy, suite)
    with Cluster(suite, rendered.files) as cluster:
        cluster.add_users({"ada": 2001, "grace": 2002, "alan": 2003, "eve": 2004, "zoe": 2005})
        cluster.start_database()
        for commands in (rendered.commands("qos.sacctmgr"), None, rendered.commands("accounts.sacctmgr"), SILENT):
            if commands is None:
                cluster.start_controller()
            elif (done := cluster.batch(commands)).rc != 0:
                raise RuntimeError(done.out)
        recorder = Recorder(LocalCommands(tuple(cluster.entering([]))))
        observe(recorder, "lab", release(recorder))
        recorder.save(folder)


if __name__ == "__main__":
    for suite, name in RELEASES.items():
        make(suite, CAPTURES / name)
