"""GPUs of every kind on every release: bound to sockets, cut into instances, shared."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import Rendered, on_sandbox
from tests.live.slurm.install import RELEASES
from tests.live.slurm.messages import faults
from tests.live.slurm.test_render import running
from tests.support.documents import resolved_text

pytestmark = pytest.mark.slurm

DOCUMENT = """\
fleet: demo
slurm: {release: "24.11"}
flavors:
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8, affinity: sockets}
    node: {cpus: 64, sockets: 2, threadsPerCore: 2, memory: 1Ti, reserved: {cpus: 4}}
  mig:
    gpu:
      product: NVIDIA-A100-SXM4-80GB
      perNode: 2
      affinity: sockets
      mig:
        profile: 3g.40gb
        perGpu: 2
        files:
          - /dev/nvidia0,/dev/nvidia-caps/nvidia-cap1,/dev/nvidia-caps/nvidia-cap2
          - /dev/nvidia0,/dev/nvidia-caps/nvidia-cap3,/dev/nvidia-caps/nvidia-cap4
          - /dev/nvidia1,/dev/nvidia-caps/nvidia-cap5,/dev/nvidia-caps/nvidia-cap6
          - /dev/nvidia1,/dev/nvidia-caps/nvidia-cap7,/dev/nvidia-caps/nvidia-cap8
    node: {cpus: 16, sockets: 2, memory: 256Gi}
  shared: {gpu: {product: NVIDIA-L40S, perNode: 4, shards: 8}, node: {cpus: 64, memory: 512Gi}}
pools:
  bound: {flavor: h100, hosts: "b[1-2]", owner: slurm}
  cut: {flavor: mig, hosts: m1, owner: slurm}
  shared: {flavor: shared, hosts: s1, owner: slurm}
tiers: {work: {defaultTime: 1h, maxTime: 1d}}
teams:
  vision: {quota: {h100: 16, mig: 2, shared: 6}, users: [ada]}
"""
CAPS = "mkdir /dev/nvidia-caps && for i in 1 2 3 4 5 6 7 8; do mknod /dev/nvidia-caps/nvidia-cap$i c 236 $i; done"


@pytest.fixture(scope="module")
def rendered(suite: str) -> Rendered:
    return on_sandbox(resolved_text(DOCUMENT).tenancy, suite)


@pytest.fixture(scope="module")
def cluster(suite: str, rendered: Rendered) -> Iterator[Cluster]:
    with Cluster(suite, rendered.files) as running:
        assert running.run(["sh", "-c", CAPS]).rc == 0
        running.add_users({"ada": 2001})
        running.start_database()
        assert running.batch(rendered.commands("qos.sacctmgr")).rc == 0
        running.start_controller()
        accounts = running.batch(rendered.commands("accounts.sacctmgr"))
        assert accounts.rc == 0, accounts.out
        running.start_nodes(["b1", "m1", "s1"])
        yield running


def devices(cluster: Cluster, node: str) -> list[str]:
    """What slurmd makes of gres.conf, one line a device, without what the releases print differently."""
    shown = cluster.run(["slurmd", "-G", "-N", node])
    assert shown.rc == 0, shown.out
    assert faults("slurmd", shown.out.splitlines(), RELEASES[cluster.suite]) == []
    found = re.findall(r"Gres (Name=\S+ Type=\S+ Count=\d+) Index=\d+ ID=\d+ (?:File=\S+)?((?: Cores=\S+)?)", shown.out)
    return sorted(f"{what}{cores}" for what, cores in found)


def test_slurmd_finds_the_devices_that_slurm_conf_counts(cluster: Cluster, suite: str) -> None:
    bound = ["Name=gpu Type=h100 Count=1 Cores=0-15"] * 4 + ["Name=gpu Type=h100 Count=1 Cores=16-31"] * 4
    assert devices(cluster, "b1") == bound
    cut = ["Name=gpu Type=a100_3g.40gb Count=1 Cores=0-7"] * 2 + ["Name=gpu Type=a100_3g.40gb Count=1 Cores=8-15"] * 2
    # 22.05 makes a device of each file where there are shards too, which is why the check refuses both together.
    assert devices(cluster, "m1") == [line for line in cut for _ in range(3 if suite == "bookworm" else 1)]
    shared = ["Name=gpu Type=l40s Count=1"] * 4 + ["Name=shard Type=l40s Count=8"] * 4
    assert devices(cluster, "s1") == shared


def submit(cluster: Cluster, flavor: str, gres: str) -> str:
    asked = ["-p", flavor, f"--gres={gres}", "-A", "vision", "-t", "10", "--mem=1G", "-o", "/dev/null"]
    return cluster.run(["sbatch", "--parsable", *asked, "--wrap", "sleep 600"], user="ada").out.strip()


def test_each_kind_is_counted_and_limited_by_itself(cluster: Cluster) -> None:
    taken = {
        submit(cluster, "h100", "gpu:h100:8"): "gres/gpu:h100=8",
        submit(cluster, "mig", "gpu:a100_3g.40gb:2"): "gres/gpu:a100_3g.40gb=2",
        submit(cluster, "shared", "shard:l40s:6"): "gres/shard:l40s=6",
    }
    waits = {submit(cluster, "mig", "gpu:a100_3g.40gb:1"), submit(cluster, "shared", "shard:l40s:1")}
    assert all(job.isdecimal() for job in [*taken, *waits]), (taken, waits)
    for flavor, gres in (("shared", "gpu:l40s:1"), ("shared", "shard:1"), ("mig", "gpu:1"), ("mig", "gpu:h100:1")):
        assert "QOSMinGRES" in submit(cluster, flavor, gres), gres
    assert "AssocGrpGRES" in submit(cluster, "shared", "shard:l40s:7")
    for job, held in taken.items():
        assert held in running(cluster, job)
    waiting = cluster.run(["squeue", "-h", "-t", "PD", "-O", "JobID:12,Reason:40"]).out.split()
    assert waiting == [word for job in sorted(waits, key=int) for word in (job, "AssocGrpGRES")]


def test_nothing_complains(cluster: Cluster) -> None:
    assert cluster.errors() == []
