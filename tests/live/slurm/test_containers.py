"""plugstack.conf on every release."""

from __future__ import annotations

import pytest

from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import on_sandbox
from tests.support.documents import resolved_text

pytestmark = pytest.mark.slurm

DOCUMENT = """\
fleet: demo
slurm: {release: "24.11", containers: {prolog: /bin/true, epilog: /bin/true}}
flavors: {l40s: {gpu: {product: NVIDIA-L40S, perNode: 4}, node: {cpus: 8, memory: 64Gi}}}
pools: {p: {flavor: l40s, hosts: n1, owner: slurm}}
teams: {vision: {quota: {l40s: 4}, users: [ada]}}
"""


def test_the_plugin_is_asked_for(suite: str) -> None:
    """Pyxis itself is not among the packages: that it is missed says that the line is read as it is meant.

    With a plugin of that name in PluginDir slurmd and srun went on, on all three releases.
    """
    rendered = on_sandbox(resolved_text(DOCUMENT).tenancy, suite)
    with Cluster(suite, rendered.files) as cluster:
        cluster.start_database()
        assert cluster.batch(rendered.commands("qos.sacctmgr")).rc == 0
        cluster.start_controller()
        assert cluster.errors() == []
        refused = cluster.run(["srun", "-p", "l40s", "true"], seconds=10)
        assert refused.rc != 0
        assert "/etc/slurm/plugstack.conf:5: Failed to load plugin spank_pyxis.so" in refused.out
