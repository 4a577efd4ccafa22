"""The examples on the oldest and the newest release; ``test_render`` has 24.11."""

from __future__ import annotations

import pytest

from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import example
from tests.live.slurm.install import missing
from tests.support.real import require

pytestmark = pytest.mark.slurm


@pytest.mark.parametrize(
    ("stack", "suite", "accounts"),
    [
        ("lab", "sid", True),
        ("slurm-site", "sid", True),
        # 22.05 takes half a second for every command: the longer list of the two stands for both.
        ("lab", "bookworm", True),
        ("slurm-site", "bookworm", False),
    ],
)
def test_the_daemons_start_and_take_the_commands(stack: str, suite: str, accounts: bool) -> None:
    require(missing(suite) is None, str(missing(suite)))
    rendered = example(stack, suite)
    with Cluster(suite, rendered.files) as cluster:
        cluster.start_database()
        qos = cluster.batch(rendered.commands("qos.sacctmgr"))
        assert qos.rc == 0, qos.out
        cluster.start_controller()
        if accounts:
            done = cluster.batch(rendered.commands("accounts.sacctmgr"))
            assert done.rc == 0, done.out
        assert cluster.errors() == []
