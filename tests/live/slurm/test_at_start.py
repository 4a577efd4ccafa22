"""Borrowing when a job starts, where a job may name two QOS: what runs, what waits, and what is taken back."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import on_sandbox
from tests.live.slurm.install import RELEASES, missing
from tests.support.documents import resolved_text
from tests.support.real import require

pytestmark = pytest.mark.slurm

DOCUMENT = """\
fleet: lab
slurm: {{release: "{release}", borrowing: at-start}}
flavors:
  h100: {{gpu: {{product: NVIDIA-H100, perNode: 8}}, node: {{cpus: 64, memory: 256Gi}}}}
  l40s: {{gpu: {{product: NVIDIA-L40S, perNode: 4}}, node: {{cpus: 64, memory: 256Gi}}}}
pools:
  train: {{flavor: h100, hosts: "h[1-2]", owner: slurm}}
  infer: {{flavor: l40s, hosts: l1, owner: slurm}}
tiers:
  production: {{maxTime: 2d, mayBorrow: false}}
  research: {{maxTime: 1d}}
groups:
  lab: {{sharing: fair}}
  products: {{sharing: hard}}
teams:
  vision:
    {{group: lab, quota: {{h100: {{nominal: 4, borrow: 5, lend: 4}}, l40s: {{nominal: 1, borrow: 1, lend: 1}}}},
     users: [ada]}}
  speech: {{group: lab, quota: {{h100: {{nominal: 6, borrow: 9, lend: 4}}}}, users: [alan]}}
  search: {{group: products, quota: {{h100: 4}}, users: [marie]}}
"""
"""16 and 4 devices; h100: 2 unallocated and 8 lent can be borrowed; l40s: 3 and 1."""
BOTH = "research,research_h100_burst"


@pytest.fixture(scope="module", params=["trixie", "sid"])
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    suite = str(request.param)
    require(missing(suite) is None, str(missing(suite)))
    rendered = on_sandbox(resolved_text(DOCUMENT.format(release=RELEASES[suite])).tenancy, suite)
    with Cluster(suite, rendered.files) as running:
        running.add_users({"ada": 2001, "alan": 2002, "marie": 2003})
        running.start_database()
        assert running.batch(rendered.commands("qos.sacctmgr")).rc == 0
        running.start_controller()
        accounts = running.batch(rendered.commands("accounts.sacctmgr"))
        assert accounts.rc == 0, accounts.out
        running.start_nodes(["h1", "h2", "l1"])
        yield running


@pytest.fixture(autouse=True)
def _empty(cluster: Cluster) -> Iterator[None]:
    yield
    for user in ("ada", "alan", "marie"):
        cluster.run(["scancel", "--user", user])
    settled(cluster, {})


def submit(cluster: Cluster, user: str, count: int, *options: str, devices: str = "h100:1") -> None:
    for _ in range(count):
        command = ["sbatch", "-o", "/dev/null", "-c1", "-t60", f"--gres=gpu:{devices}", *options, "--wrap", "sleep 600"]
        done = cluster.run(command, user=user)
        assert done.rc == 0, done.out


def settled(cluster: Cluster, expected: Mapping[tuple[str, str, str], int]) -> None:
    """Wait until the queue is this: account, QOS and state to jobs; it has to stay so for a while."""
    end, since = time.monotonic() + 90, None
    while since is None or time.monotonic() < since + 5:
        lines = cluster.run(["squeue", "-h", "-r", "-o", "%a|%q|%T"]).out.splitlines()
        found = Counter((account, qos, state) for account, qos, state in (line.split("|") for line in lines))
        since = None if found != expected else since or time.monotonic()
        assert since or time.monotonic() < end, found
        time.sleep(0.2)


def test_a_job_borrows_when_it_starts_up_to_nominal_and_borrow(cluster: Cluster) -> None:
    submit(cluster, "ada", 12, "-A", "vision_h100", f"--qos={BOTH}")
    settled(cluster, {
        ("vision_h100", "research", "RUNNING"): 4,
        ("vision_h100", "research_h100_burst", "RUNNING"): 5,
        ("vision_h100", BOTH, "PENDING"): 3,
    })  # fmt: skip


def test_all_borrowing_together_stays_within_what_is_lent_and_left(cluster: Cluster) -> None:
    submit(cluster, "ada", 9, "-A", "vision_h100", f"--qos={BOTH}")
    submit(cluster, "alan", 12, "-A", "speech", f"--qos={BOTH}")
    settled(cluster, {
        ("vision_h100", "research", "RUNNING"): 4,
        ("vision_h100", "research_h100_burst", "RUNNING"): 5,
        ("speech", "research", "RUNNING"): 6,
        ("speech", "research_h100_burst", "RUNNING"): 1,
        ("speech", BOTH, "PENDING"): 5,
    })  # fmt: skip


def test_what_is_guaranteed_is_taken_back(cluster: Cluster) -> None:
    submit(cluster, "ada", 9, "-A", "vision_h100", f"--qos={BOTH}")
    submit(cluster, "alan", 7, "-A", "speech", f"--qos={BOTH}")
    settled(cluster, {
        ("vision_h100", "research", "RUNNING"): 4,
        ("vision_h100", "research_h100_burst", "RUNNING"): 5,
        ("speech", "research", "RUNNING"): 6,
        ("speech", "research_h100_burst", "RUNNING"): 1,
    })  # fmt: skip
    submit(cluster, "marie", 4, "--qos=production")
    end = time.monotonic() + 90
    while True:
        rows = [line.split("|") for line in cluster.run(["squeue", "-h", "-r", "-o", "%a|%q|%T"]).out.splitlines()]
        running = Counter((account, qos) for account, qos, state in rows if state == "RUNNING")
        if running["search", "production"] == 4:
            break
        assert time.monotonic() < end, rows
        time.sleep(0.2)
    assert running["vision_h100", "research"] == 4
    assert running["speech", "research"] == 6
    assert running["vision_h100", "research_h100_burst"] + running["speech", "research_h100_burst"] <= 2


def test_the_models_of_a_team_are_apart(cluster: Cluster) -> None:
    both = "research,research_l40s_burst"
    submit(cluster, "ada", 3, "-A", "vision_l40s", "-p", "l40s", f"--qos={both}", devices="l40s:1")
    submit(cluster, "ada", 5, "-A", "vision_h100")
    other = ["sbatch", "-A", "vision_h100", "-p", "l40s", "--gres=gpu:l40s:1", "--wrap", "true"]
    assert "AssocGrpGRES" in cluster.run(other, user="ada").out
    settled(cluster, {
        ("vision_l40s", "research", "RUNNING"): 1,
        ("vision_l40s", "research_l40s_burst", "RUNNING"): 1,
        ("vision_l40s", both, "PENDING"): 1,
        ("vision_h100", "research", "RUNNING"): 4,
        ("vision_h100", "research", "PENDING"): 1,
    })  # fmt: skip


def test_who_may_not_borrow_does_not(cluster: Cluster) -> None:
    command = ["sbatch", "-o", "/dev/null", "--gres=gpu:h100:1", f"--qos={BOTH}", "--wrap", "true"]
    assert cluster.run(command, user="marie").rc == 1


def test_a_limit_on_a_user_or_a_job_and_borrowed_work(cluster: Cluster) -> None:
    """The QOS of borrowed work takes the place of what binds a user, and not of what binds a job."""
    where = "modify user where name=ada cluster=lab account=vision_h100 set"
    assert cluster.batch(f"{where} GrpTRES=gres/gpu:h100=2 MaxTRESPerJob=gres/gpu:h100=3\n").rc == 0
    submit(cluster, "ada", 9, "-A", "vision_h100", f"--qos={BOTH}")
    command = ["sbatch", "-A", "vision_h100", f"--qos={BOTH}", "--gres=gpu:h100:4", "--wrap", "true"]
    refused = cluster.run(command, user="ada")
    try:
        settled(cluster, {
            ("vision_h100", "research", "RUNNING"): 2,
            ("vision_h100", "research_h100_burst", "RUNNING"): 7,
        })  # fmt: skip
    finally:
        assert cluster.batch(f"{where} GrpTRES=gres/gpu:h100=-1 MaxTRESPerJob=gres/gpu:h100=-1\n").rc == 0
    assert refused.rc == 1, refused.out
