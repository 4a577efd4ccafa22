"""Flavors' names and ratios, and the devices that nodes add up to."""

from __future__ import annotations

from typing import Any

import pytest

from tenantry.model.hardware import Flavor
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.hardware import gres_type, resolve_flavor
from tenantry.resolve.resolve import resolve
from tests.resolve.documents import document

SLURM, KUEUE = Scheduler.SLURM, Scheduler.KUEUE
NODE = {"cpus": 128, "memory": "2Ti"}


@pytest.mark.parametrize(
    ("product", "expected"),
    [
        ("NVIDIA-H100-80GB-HBM3", "h100"),
        ("NVIDIA-A100-SXM4-80GB", "a100"),
        ("NVIDIA-L40S", "l40s"),
        ("NVIDIA-GB200", "gb200"),
        ("NVIDIA-GeForce-RTX-3090", "3090"),
        ("NVIDIA-RTX-A6000", "a6000"),
        ("Tesla-V100-SXM2-32GB", "v100"),
        ("AMD-Instinct-MI300X", "mi300x"),
        ("AMD_Instinct_MI250X", "mi250x"),
        ("NVIDIA-TITAN-V", "titan"),
        ("NVIDIA", "gpu"),
        ("", "gpu"),
    ],
)
def test_gres_type_follows_from_the_product(product: str, expected: str) -> None:
    assert gres_type(product) == expected


def flavor(**over: Any) -> Flavor:
    return Flavor.model_validate({"gpu": {"product": "NVIDIA-L40S", "perNode": 4}, "node": NODE, **over})


def test_what_is_stated_wins_over_what_follows() -> None:
    gpu = {"product": "NVIDIA-L40S", "perNode": 4, "gres": "ada"}
    stated = flavor(gpu=gpu, unit=2, nodeLabels={"nvidia.com/gpu.product": "mine", "a": "b"})
    resolved = resolve_flavor("l40s", stated)
    assert (resolved.gres, resolved.unit) == ("ada", 2)
    assert resolved.node_labels == (("a", "b"), ("nvidia.com/gpu.product", "mine"))


def test_the_product_label_is_nvidia_s_alone() -> None:
    gpu = {"product": "AMD-Instinct-MI300X", "perNode": 8, "resource": "amd.com/gpu"}
    assert resolve_flavor("mi300x", flavor(gpu=gpu)).node_labels == ()
    mig = {"product": "NVIDIA-H100", "perNode": 7, "resource": "nvidia.com/mig-1g.10gb"}
    assert resolve_flavor("mig", flavor(gpu=mig)).node_labels == (("nvidia.com/gpu.product", "NVIDIA-H100"),)


def test_a_flavor_without_gpus_counts_cpus() -> None:
    cpu = resolve_flavor("epyc", flavor(gpu=None, node={**NODE, "reserved": {"cpus": 8, "memory": "1Gi"}}))
    assert (cpu.is_gpu, cpu.devices_per_node, cpu.unit, cpu.resource, cpu.gres) == (False, 120, 120, "cpu", "")
    assert cpu.milli_cpu(3) == 3000
    # (2048 Gi - 1 Gi) a node of 120 CPUs, floored to bytes: 2047 Gi * 7 / 120.
    assert cpu.memory(7) == 2047 * 2**30 * 7 // 120


def test_ratios_are_floored_on_the_total() -> None:
    # 7 CPUs for 4 devices: 1.75 each, 3.5 for two; bytes of 1e9 over 3 devices floored once.
    assert resolve_flavor("x", flavor(node={"cpus": 7, "memory": "2Ti"})).milli_cpu(2) == 3500
    three = resolve_flavor("x", flavor(gpu={"product": "X1", "perNode": 3}, node={"cpus": 1, "memory": "1G"}))
    assert (three.milli_cpu(2), three.memory(2)) == (666, 666_666_666)


def pool(hosts: str, owner: str, spare: int = 0) -> dict[str, Any]:
    return {"flavor": "h100", "hosts": hosts, "owner": owner, "spare": spare}


def test_nodes_of_nobody_and_spare_ones_count_for_nobody() -> None:
    pools = {"a": pool("n[1-4]", "slurm", 1), "b": pool("n[5-6]", "none"), "c": pool("n7", "kueue", 3)}
    assert resolve(document(pools=pools)).capacity == {("h100", SLURM): 24, ("h100", KUEUE): 0}


def test_a_host_in_two_pools_counts_once_whatever_their_order() -> None:
    pools = {"b": pool("n[2-4]", "kueue"), "a": pool("n[1-3]", "slurm")}
    expected = {("h100", SLURM): 24, ("h100", KUEUE): 8}
    assert resolve(document(pools=pools)).capacity == expected
    assert resolve(document(pools=dict(reversed(pools.items())))).capacity == expected


def test_pools_of_a_scheduler_that_is_not_rendered_count_for_nobody() -> None:
    assert resolve(document(kueue=None)).capacity == {("h100", SLURM): 48}
