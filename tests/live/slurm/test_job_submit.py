"""job_submit.lua in slurmctld: what people leave out is added, and what they ask for stays as it is."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import RELEASES
from tests.support.documents import resolved_text

pytestmark = pytest.mark.slurm

DOCUMENT = """\
fleet: lab
slurm: {{release: "{release}", jobSubmit: true}}
flavors:
  h100: {{gpu: {{product: NVIDIA-H100, perNode: 8}}, node: {{cpus: 64, memory: 256Gi}}}}
  l40s: {{gpu: {{product: NVIDIA-L40S, perNode: 4}}, node: {{cpus: 64, memory: 256Gi}}}}
pools:
  train: {{flavor: h100, hosts: h1, owner: slurm}}
  infer: {{flavor: l40s, hosts: l1, owner: slurm}}
tiers:
  research: {{defaultTime: 3h, maxTime: 2d}}
  scavenger: {{defaultTime: 1h, maxTime: 12h}}
groups:
  lab: {{sharing: fair}}
teams:
  vision: {{group: lab, quota: {{h100: {{nominal: 4, borrow: 4, lend: 4}}, l40s: 4}}, users: [ada]}}
"""


@pytest.fixture(scope="module")
def cluster(suite: str) -> Iterator[Cluster]:
    rendered = on_sandbox(resolved_text(DOCUMENT.format(release=RELEASES[suite])).tenancy, suite)
    assert "job_submit.lua" in rendered.files
    with Cluster(suite, rendered.files) as running:
        running.add_users({"ada": 2001})
        running.start_database()
        assert running.batch(rendered.commands("qos.sacctmgr")).rc == 0
        running.start_controller()
        accounts = running.batch(rendered.commands("accounts.sacctmgr"))
        assert accounts.rc == 0, accounts.out
        running.start_nodes(["h1", "l1"])
        yield running


def started(cluster: Cluster, *options: str) -> dict[str, str]:
    """What a job is once it runs; it is ended then."""
    command = ["sbatch", "--parsable", "-o", "/dev/null", "-n1", "-c1", *options, "--wrap", "exec sleep 600"]
    done = cluster.run(command, user="ada")
    assert done.rc == 0, (options, done.out)
    job = done.out.strip()
    fields = ("State", "Account", "QOS", "Partition", "TimeLimit", "tres-alloc")
    end = time.monotonic() + 60
    while True:
        line = cluster.run(["squeue", "-h", "-j", job, "-O", ",".join(f"{it}:|" for it in fields)]).out.strip()
        row = dict(zip(fields, line.split("|"), strict=False))
        if row["State"] == "RUNNING":
            break
        assert time.monotonic() < end, row
        time.sleep(0.1)
    cluster.run(["scancel", job])
    return row


@pytest.mark.parametrize(
    ("options", "held"),
    [
        (["--gres=gpu:2"], "gres/gpu:h100=2"),
        (["--gres=gpu"], "gres/gpu:h100=1"),
        (["--gpus=2"], "gres/gpu:h100=2"),
        (["--gpus-per-node=2"], "gres/gpu:h100=2"),
        (["--gpus-per-task=2"], "gres/gpu:h100=2"),
        (["-N1", "--sockets-per-node=1", "--gpus-per-socket=1"], "gres/gpu:h100=1"),
        (["-p", "l40s", "--gres=gpu:3"], "gres/gpu:l40s=3"),
        (["--gres=gpu:h100:3"], "gres/gpu:h100=3"),
        (["--gpus=h100:1"], "gres/gpu:h100=1"),
    ],
    ids=lambda it: " ".join(it) if isinstance(it, list) else "",
)
def test_a_request_without_type_gets_that_of_its_partition(cluster: Cluster, options: list[str], held: str) -> None:
    found = started(cluster, *options)
    assert held in found["tres-alloc"].split(",")
    assert found["Partition"] == held.split(":")[1].split("=")[0]


@pytest.mark.parametrize(
    ("options", "account", "qos", "limit"),
    [
        ([], "vision", "scavenger", "1:00:00"),
        (["--qos=research"], "vision", "research", "3:00:00"),
        (["--qos=research", "-t", "10"], "vision", "research", "10:00"),
        (["--qos=research_burst"], "vision_burst", "research_burst", "3:00:00"),
        (["-A", "vision_burst"], "vision_burst", "scavenger_burst", "1:00:00"),
        (["-A", "vision_burst", "--qos=research"], "vision_burst", "research_burst", "3:00:00"),
        (["-A", "vision", "--qos=research_burst", "-t", "20"], "vision_burst", "research_burst", "20:00"),
    ],
    ids=lambda it: (" ".join(it) or "nothing") if isinstance(it, list) else "",
)
def test_account_qos_and_time_go_together(
    cluster: Cluster, options: list[str], account: str, qos: str, limit: str
) -> None:
    found = started(cluster, "--gres=gpu:1", *options)
    assert (found["Account"], found["QOS"], found["TimeLimit"]) == (account, qos, limit)


def test_what_asks_for_no_gpu_or_another_type_is_still_refused(cluster: Cluster) -> None:
    for options in ([], ["--gres=gpu:l40s:1"], ["-p", "h100,l40s", "--gres=gpu:1"]):
        done = cluster.run(["sbatch", "-o", "/dev/null", *options, "--wrap", "true"], user="ada")
        assert done.rc == 1, (options, done.out)


def test_the_daemons_log_no_fault(cluster: Cluster) -> None:
    assert not [line for line in cluster.log("slurmctld") if "lua" in line.lower() and "error" in line.lower()]
