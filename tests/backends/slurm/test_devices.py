"""MIG instances, shared GPUs and sockets: the same counts in slurm.conf, gres.conf, the accounts and on Kueue."""

from __future__ import annotations

import pytest

from tenantry.backends.kueue.render import render as render_kueue
from tests.backends.slurm.documents import files, keys, line, settings
from tests.support.documents import resolved_text

NODE = "node: {cpus: 112, sockets: 2, memory: 1Ti}"
INSTANCES = ", ".join(f"'/dev/nvidia{gpu},/dev/nvidia-caps/nvidia-cap{gpu}{at}'" for gpu in (0, 1) for at in (1, 2, 3))
MIG = f"""\
flavors:
  cut:
    gpu: {{product: NVIDIA-A100-SXM4-80GB, perNode: 2, mig: {{profile: 2g.20gb, perGpu: 3, files: [{INSTANCES}]}}}}
    {NODE}
pools: {{cut: {{flavor: cut, hosts: "m[1-4]", owner: slurm}}}}
"""
SHARED = f"""\
flavors:
  whole: {{gpu: {{product: NVIDIA-L40S, perNode: 4}}, {NODE}}}
  shared: {{gpu: {{product: NVIDIA-L40S, perNode: 4, shards: 8}}, {NODE}}}
pools:
  whole: {{flavor: whole, hosts: "w[1-2]", owner: slurm}}
  shared: {{flavor: shared, hosts: "s[1-2]", owner: slurm}}
"""


def gres(text: str) -> list[dict[str, str]]:
    """The lines of a gres.conf."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [dict(option.split("=", 1) for option in line.split(" ")) for line in lines]


def test_an_instance_is_a_device_with_files_of_its_own() -> None:
    made = files("  vision: {quota: {cut: 12}}", MIG)
    assert line(made["slurm.conf"], "NodeName=m[1-4]")["Gres"] == "gpu:a100_2g.20gb:6"
    lines = gres(made["gres.conf"])
    assert {tuple(sorted(set(it) - {"MultipleFiles"})) for it in lines} == {("Name", "NodeName", "Type")}
    assert {(it["Name"], it["Type"]) for it in lines} == {("gpu", "a100_2g.20gb")}
    assert [it["MultipleFiles"] for it in lines] == INSTANCES.replace("'", "").split(", ")
    assert keys(made["slurm.conf"])["AccountingStorageTRES"] == "gres/gpu,gres/gpu:a100_2g.20gb"
    held = settings(made["accounts.sacctmgr"], "account where name=vision cluster=demo")["GrpTRES"]
    assert "gres/gpu:a100_2g.20gb=12" in held
    # A node's CPUs and memory are divided by its instances: 112 / 6 and 1 Ti / 6.
    partition = line(made["slurm.conf"], "PartitionName=cut")
    assert (partition["DefCpuPerGPU"], partition["DefMemPerGPU"]) == ("18", str(1024 * 1024 // 6))


def test_the_type_of_an_instance_is_a_part_of_what_nvml_calls_it() -> None:
    fleet = MIG.replace(f", files: [{INSTANCES}]", "").replace("perNode: 2,", "perNode: 2, autoDetect: nvml,")
    made = files("  vision: {quota: {cut: 12}}", fleet)
    gres_type = line(made["slurm.conf"], "NodeName=m[1-4]")["Gres"].split(":")[1]
    assert gres_type == "2g.20gb"
    assert gres_type in "nvidia_a100-sxm4-80gb_2g.20gb"
    assert gres(made["gres.conf"]) == [{"NodeName": "m[1-4]", "AutoDetect": "nvml"}]


def test_shards_stand_beside_the_gpus_they_share() -> None:
    made = files("  vision: {quota: {shared: 40, whole: 8}}", SHARED)
    conf = made["slurm.conf"]
    assert line(conf, "NodeName=s[1-2]")["Gres"] == "gpu:l40s:4,shard:l40s:32"
    assert line(conf, "NodeName=w[1-2]")["Gres"] == "gpu:l40s:4"
    assert gres(made["gres.conf"]) == [
        {"NodeName": "s[1-2]", "Name": "gpu", "Type": "l40s", "File": "/dev/nvidia[0-3]"},
        {"NodeName": "s[1-2]", "Name": "shard", "Type": "l40s", "Count": "32"},
        {"NodeName": "w[1-2]", "Name": "gpu", "Type": "l40s", "File": "/dev/nvidia[0-3]"},
    ]
    assert keys(conf)["GresTypes"] == "gpu,shard"
    assert keys(conf)["AccountingStorageTRES"] == "gres/gpu,gres/shard,gres/gpu:l40s,gres/shard:l40s"
    held = settings(made["accounts.sacctmgr"], "account where name=vision cluster=demo")["GrpTRES"]
    assert held == "cpu=-1,gres/gpu=8,gres/shard=40,gres/gpu:l40s=8,gres/shard:l40s=40"


def test_a_job_on_shared_gpus_names_shards() -> None:
    """A whole GPU there would take the shards of others."""
    made = files("  vision: {quota: {shared: 40, whole: 8}}", SHARED)
    assert settings(made["accounts.sacctmgr"], "qos where name=shared_partition") == {
        "MinTRESPerJob": "gres/shard:l40s=1"
    }
    shared = line(made["slurm.conf"], "PartitionName=shared")
    # DefMemPerGPU counts whole GPUs alone.
    assert (shared["DefMemPerCPU"], shared["TRESBillingWeights"]) == (str(1024 * 1024 // 112), "GRES/shard=1")
    assert not {"DefMemPerGPU", "DefCpuPerGPU"} & set(shared)


def test_shards_with_gpus_that_slurm_finds() -> None:
    fleet = SHARED.replace("shards: 8", "shards: 8, autoDetect: nvml")
    lines = gres(files("  vision: {quota: {shared: 40}}", fleet)["gres.conf"])
    assert lines[:2] == [
        {"NodeName": "s[1-2]", "AutoDetect": "nvml"},
        {"NodeName": "s[1-2]", "Name": "shard", "Type": "l40s", "Count": "32"},
    ]


@pytest.mark.parametrize(
    ("gpu", "node", "expected"),
    [
        ("perNode: 8", "cpus: 128, sockets: 2", [("/dev/nvidia[0-3]", "0-63"), ("/dev/nvidia[4-7]", "64-127")]),
        (
            "perNode: 8",
            "cpus: 128, sockets: 2, threadsPerCore: 2",
            [("/dev/nvidia[0-3]", "0-31"), ("/dev/nvidia[4-7]", "32-63")],
        ),
        (
            "perNode: 4, deviceFiles: '/dev/nvidia[2,4,6,8]'",
            "cpus: 8, sockets: 2",
            [("/dev/nvidia[2,4]", "0-3"), ("/dev/nvidia[6,8]", "4-7")],
        ),
        ("perNode: 2", "cpus: 4, sockets: 2", [("/dev/nvidia0", "0-1"), ("/dev/nvidia1", "2-3")]),
        ("perNode: 4", "cpus: 8, sockets: 1", [("/dev/nvidia[0-3]", None)]),
        (
            "perNode: 4, shards: 2",
            "cpus: 8, sockets: 2",
            [("/dev/nvidia[0-1]", "0-3"), ("/dev/nvidia[2-3]", "4-7"), (None, None)],
        ),
    ],
)
def test_gpus_are_bound_to_whole_sockets(gpu: str, node: str, expected: list[tuple[str | None, str | None]]) -> None:
    fleet = f"""\
flavors: {{a: {{gpu: {{product: NVIDIA-H100, {gpu}, affinity: sockets}}, node: {{{node}, memory: 64Gi}}}}}}
pools: {{p: {{flavor: a, hosts: n1, owner: slurm}}}}
"""
    lines = gres(files("  vision: {quota: {a: 1}}", fleet)["gres.conf"])
    assert [(it.get("File"), it.get("Cores")) for it in lines] == expected


def test_instances_are_bound_to_the_sockets_of_their_gpus() -> None:
    fleet = MIG.replace("perNode: 2,", "perNode: 2, affinity: sockets,")
    lines = gres(files("  vision: {quota: {cut: 12}}", fleet)["gres.conf"])
    assert [(it["MultipleFiles"][11], it["Cores"]) for it in lines] == [("0", "0-55")] * 3 + [("1", "56-111")] * 3


def test_kueue_counts_what_the_device_plugin_offers() -> None:
    document = f"""\
fleet: demo
kueue: {{release: "0.17"}}
flavors:
  cut: {{gpu: {{product: NVIDIA-H100-80GB-HBM3, perNode: 8, mig: {{profile: 1g.10gb, perGpu: 7}}}}, {NODE}}}
  shared: {{gpu: {{product: NVIDIA-L40S, perNode: 4, shards: 7}}, {NODE}}}
  stated: {{gpu: {{product: NVIDIA-L4, perNode: 4, shards: 7, resource: nvidia.com/gpu}}, {NODE}}}
teams:
  vision: {{quota: {{cut: 56, shared: 28, stated: 14}}, namespaces: [vision]}}
"""
    (queue,) = [it.text for it in render_kueue(resolved_text(document)) if "clusterqueue-vision" in it.path.name]
    assert queue.count("name: nvidia.com/mig-1g.10gb\n") == 3
    assert queue.count("name: nvidia.com/gpu.shared\n") == 3
    assert queue.count("name: nvidia.com/gpu\n") == 3
    assert "nominalQuota: '56'" in queue or 'nominalQuota: "56"' in queue or "nominalQuota: 56" in queue
