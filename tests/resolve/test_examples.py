"""The shipped examples, worked out by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tenantry.load.source import load
from tenantry.model.limit import UNLIMITED
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Entitlement, Resolved

STACKS = Path(__file__).parents[2] / "stacks"
SLURM, KUEUE = Scheduler.SLURM, Scheduler.KUEUE


def resolved(stack: str) -> Resolved:
    loaded = load(STACKS / stack)
    assert loaded.tenancy is not None, loaded.findings
    return resolve(loaded.tenancy)


@pytest.fixture(scope="module")
def lab() -> Resolved:
    return resolved("lab")


def test_lab_capacity(lab: Resolved) -> None:
    # 200 - 4 spare and 50 - 1 spare nodes of 8.
    assert lab.capacity == {("h100", SLURM): 196 * 8, ("h100", KUEUE): 49 * 8}


def test_lab_hard_teams(lab: Resolved) -> None:
    assert lab.teams["chat"].entitlements == {("h100", KUEUE): Entitlement(240, 0, 0)}
    assert lab.teams["search"].entitlements == {
        ("h100", SLURM): Entitlement(96, 0, 0),
        ("h100", KUEUE): Entitlement(64, 0, 0),
    }
    assert not lab.teams["chat"].fair
    assert lab.teams["chat"].borrowing_tiers == ()


def test_lab_pinned_fair_teams(lab: Resolved) -> None:
    # borrow 256 = 32 nodes by 1568:392 (4:1) are 25.6 and 6.4 nodes: 26 and 6.
    # lend 320 = 40 nodes by 608:32 (76:4 nodes) are 38 and 2.
    assert lab.teams["vision"].entitlements == {
        ("h100", SLURM): Entitlement(608, 208, 304),
        ("h100", KUEUE): Entitlement(32, 48, 16),
    }
    assert lab.teams["robotics"].entitlements == {("h100", SLURM): Entitlement(480, 240, 160)}


def test_lab_proportional_team(lab: Resolved) -> None:
    # Pins leave 1568 - (480 + 96 + 608) = 384 and 392 - (240 + 64 + 32) = 56.
    # 320 = 40 nodes by 384:56 are 34.9 and 5.1 nodes: 35 and 5. Borrow 16 nodes by 4:1 are 12.8 and 3.2: 13 and 3.
    # Lend is left out, so all of nominal.
    assert lab.teams["speech"].entitlements == {
        ("h100", SLURM): Entitlement(280, 104, 280),
        ("h100", KUEUE): Entitlement(40, 24, 40),
    }


def test_lab_pools_and_sums(lab: Resolved) -> None:
    # 1568 - (96 + 480 + 608 + 280) and 392 - (240 + 64 + 32 + 40).
    assert lab.unallocated == {("h100", SLURM): 104, ("h100", KUEUE): 16}
    # robotics 160 + speech 280 + vision 304; speech 40 + vision 16.
    assert lab.groups["lab"].lend == {("h100", SLURM): 744, ("h100", KUEUE): 56}
    assert lab.groups["lab"].departments == ("applied", "science")
    assert lab.groups["products"].departments == ()


def test_lab_cap_lies_where_the_department_works(lab: Resolved) -> None:
    # robotics lives on Slurm alone, so all 960 do: 480 nominal and 480 beyond it.
    assert lab.departments["applied"].cap == {("h100", SLURM): 960}
    assert lab.departments["science"].cap == {}
    assert lab.departments["science"].nominal == {("h100", SLURM): 888, ("h100", KUEUE): 72}


def test_lab_tiers(lab: Resolved) -> None:
    assert [(tier.name, tier.rank, tier.priority) for tier in lab.tiers.values()] == [
        ("production", 0, 3000),
        ("research", 1, 2000),
        ("scavenger", 2, 1000),
    ]
    assert lab.teams["vision"].borrowing_tiers == ("research", "scavenger")


def test_lab_node(lab: Resolved) -> None:
    flavor = lab.flavors["h100"]
    assert (flavor.gres, flavor.unit, flavor.resource) == ("h100", 8, "nvidia.com/gpu")
    assert flavor.node_labels == (("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3"),)
    # 120 CPUs and 2 Ti - 64 Gi = 1984 Gi a node: 15 CPUs and 248 Gi a GPU.
    assert flavor.milli_cpu(1) == 15_000
    assert flavor.memory(1) == 248 * 2**30


def test_guide() -> None:
    guide = resolved("guide")
    assert guide.teams["research"].entitlements == {("h100-80gb", KUEUE): Entitlement(32, 16, 8)}
    # 16 CPUs and 128 Gi a GPU.
    assert guide.flavors["h100-80gb"].milli_cpu(32) == 512_000
    assert guide.flavors["h100-80gb"].memory(32) == 4 * 2**40
    assert guide.capacity is None
    assert guide.unallocated == {}
    assert guide.teams["research"].namespace_selector == (("kueue-team", "research"),)


def test_small() -> None:
    small = resolved("small")
    assert small.teams["vision"].entitlements == {("h100", KUEUE): Entitlement(40, UNLIMITED, 40)}
    assert small.teams["speech"].entitlements == {("h100", KUEUE): Entitlement(24, 16, 8)}
    assert small.unallocated == {("h100", KUEUE): 0}


def test_slurm_site_counts_cpus_of_nodes_without_gpus() -> None:
    site = resolved("slurm-site")
    # 16 nodes of 4 GPUs; 8 nodes of 192 - 4 CPUs.
    assert site.capacity == {("a100", SLURM): 64, ("epyc", SLURM): 1504}
    assert site.unallocated == {("a100", SLURM): 4, ("epyc", SLURM): 64}
    assert list(site.teams["physics"].entitlements) == [("a100", SLURM), ("epyc", SLURM)]
    assert site.teams["physics"].entitlements["epyc", SLURM] == Entitlement(960, UNLIMITED, 960)
    assert site.flavors["epyc"].gres == ""


def test_result_does_not_depend_on_the_hash_seed() -> None:
    program = (
        "from pathlib import Path; import sys\n"
        "from tenantry.load.source import load; from tenantry.resolve.resolve import resolve\n"
        "r = resolve(load(Path(sys.argv[1])).tenancy)\n"
        "print(r.flavors, r.teams, r.tiers, r.groups, r.departments, r.capacity, r.unallocated)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, str(STACKS / "lab")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert "vision" in outputs.pop()
