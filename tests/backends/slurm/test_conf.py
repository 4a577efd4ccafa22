"""slurm.conf and its companions: nodes, partitions, cluster-wide keys."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.policy import AGE, FAIRSHARE, JOB_SIZE, qos_weight
from tenantry.backends.slurm.qos import tier_qos
from tests.backends.slurm.documents import FLEET, HARDWARE, files, keys, line, scope
from tests.support.documents import resolved_text

DEVICES = """\
flavors: {{a: {{gpu: {{{gpu}}}, node: {{cpus: 8, memory: 64Gi}}}}}}
pools: {{p: {{flavor: a, hosts: n1, owner: slurm}}}}
"""

TEAMS = """\
  vision: {group: lab, quota: {h100: {nominal: 40, borrow: 16}}}
  speech: {tiers: [urgent], quota: {l40s: 8}}
"""


def test_nodes_say_what_is_kept_for_the_system() -> None:
    conf = files(TEAMS)["slurm.conf"]
    h100 = line(conf, "NodeName=g[01-10]")
    assert h100 == {
        "NodeName": "g[01-10]", "CPUs": "128", "Sockets": "2", "CoresPerSocket": "64", "ThreadsPerCore": "1",
        "CoreSpecCount": "8", "RealMemory": "2097152", "MemSpecLimit": "65536", "Gres": "gpu:h100:8", "Feature": "h100",
    }  # fmt: skip
    # Cores and MiB are kept whole: never fewer than the document says.
    l40s = line(conf, "NodeName=l[1-4]")
    assert (l40s["Sockets"], l40s["CoresPerSocket"], l40s["CoreSpecCount"], l40s["MemSpecLimit"]) == (
        "1",
        "32",
        "2",
        "96",
    )


def test_a_partition_has_the_times_of_those_who_use_it_and_a_share_of_its_nodes() -> None:
    conf = files(TEAMS)["slurm.conf"]
    h100, l40s = line(conf, "PartitionName=h100"), line(conf, "PartitionName=l40s")
    assert (h100["DefaultTime"], h100["MaxTime"]) == ("0-00:30:00", "2-00:00:00")
    assert (l40s["DefaultTime"], l40s["MaxTime"]) == ("0-02:00:00", "1-00:00:00")
    assert (h100["DefCpuPerGPU"], h100["DefMemPerGPU"]) == ("15", str((2 * 1024 - 64) * 1024 // 8))
    assert h100["QOS"] == "h100_partition"
    assert (h100.get("Default"), l40s.get("Default")) == ("YES", None)


def test_a_tier_without_a_default_time_counts_with_its_maximum() -> None:
    fleet = (
        HARDWARE + "tiers: {long: {defaultTime: 8h, maxTime: 5d}, short: {maxTime: 1h}, free: {maxTime: unlimited}}\n"
    )
    conf = files("  vision: {quota: {h100: 8}}", fleet)["slurm.conf"]
    h100 = line(conf, "PartitionName=h100")
    assert (h100["DefaultTime"], h100["MaxTime"]) == ("0-01:00:00", "UNLIMITED")


def test_only_one_weight_bills_a_device() -> None:
    """A typed request counts as gres/gpu too: a weight on both would bill it twice."""
    fleet = FLEET.replace("perNode: 8}\n", "perNode: 8}\n    billing: 10\n", 1)
    assert line(files(TEAMS, fleet)["slurm.conf"], "PartitionName=h100")["TRESBillingWeights"] == "GRES/gpu=10"


def test_a_partition_without_gpus_counts_cpus() -> None:
    fleet = """\
flavors: {epyc: {node: {cpus: 100, memory: 300Gi, reserved: {cpus: 4}}}}
pools: {cpu: {flavor: epyc, hosts: c1, owner: slurm}}
"""
    made = files("  vision: {quota: {epyc: 96}}", fleet)
    epyc = line(made["slurm.conf"], "PartitionName=epyc")
    assert (epyc["DefMemPerCPU"], epyc["TRESBillingWeights"]) == (str(300 * 1024 // 96), "CPU=1")
    assert "QOS" not in epyc
    assert "GresTypes" not in keys(made["slurm.conf"])
    assert "AccountingStorageTRES" not in keys(made["slurm.conf"])
    assert "gres.conf" not in made


def test_what_another_scheduler_owns_never_appears() -> None:
    fleet = FLEET.replace('hosts: "l[1-4]", owner: slurm', 'hosts: "l[1-4]", owner: none')
    made = files("  vision: {group: lab, quota: {h100: 40}}", fleet)
    assert not any("l40s" in text or "l[1-4]" in text for text in made.values())


@pytest.mark.parametrize(
    ("longest", "window"), [("6h", 1440), ("3d", 4320), ("30d", 43_200), ("90d", 43_200), ("1d1s", 1441)]
)
def test_backfill_looks_as_far_as_the_longest_limit(longest: str, window: int) -> None:
    fleet = HARDWARE + f"tiers: {{a: {{maxTime: 1h}}, b: {{maxTime: {longest}}}}}\n"
    parameters = keys(files("  vision: {quota: {h100: 8}}", fleet)["slurm.conf"])["SchedulerParameters"].split(",")
    assert f"bf_window={window}" in parameters


@pytest.mark.parametrize("count", [1, 2, 3, 7, 20])
def test_the_order_of_tiers_outweighs_all_else_together(count: int) -> None:
    tiers = ", ".join(f"t{at}: {{maxTime: 1h}}" for at in range(count))
    fleet = f"{HARDWARE}groups: {{lab: {{sharing: fair}}}}\ntiers: {{{tiers}}}\n"
    slurm = scope("  vision: {group: lab, quota: {h100: 8}}\n  speech: {quota: {h100: 8}}", fleet)
    found = tier_qos(slurm)
    assert len(found) == 2 * count
    # Base above burst, each in the order of the tiers, and nothing shares a place.
    priorities = [qos.priority for qos in found]
    assert priorities == sorted(set(priorities), reverse=True)
    gap = min(high - low for high, low in zip(priorities, [*priorities[1:], 0], strict=True))
    assert qos_weight(slurm) * gap / priorities[0] > FAIRSHARE + AGE + JOB_SIZE
    # slurm.conf(5): the weights are 32-bit, and so is the sum.
    assert qos_weight(slurm) + FAIRSHARE + AGE + JOB_SIZE < 2**32


def test_a_document_without_pools_has_accounts_but_no_nodes() -> None:
    fleet = HARDWARE.partition("pools:")[0]
    made = files("  vision: {quota: {h100: 8}}", fleet)
    assert "NodeName=" not in made["slurm.conf"]
    assert keys(made["slurm.conf"])["AccountingStorageTRES"] == "gres/gpu,gres/gpu:h100"
    assert "gres/gpu:h100=8" in made["accounts.sacctmgr"]
    assert "gres.conf" not in made


def test_settings_of_the_site_come_sorted_and_quoted_where_they_have_spaces() -> None:
    slurm = '{release: "24.11", settings: {SlurmctldPort: 6900, RebootProgram: /sbin/reboot -f, taskplugin: task/none}}'
    conf = files(TEAMS, slurm=slurm)["slurm.conf"]
    start = conf.index("# Settings of the site.")
    assert conf[start:].splitlines()[1:4] == [
        'RebootProgram="/sbin/reboot -f"',
        "SlurmctldPort=6900",
        "taskplugin=task/none",
    ]
    assert "TaskPlugin" not in keys(conf)
    assert keys(files(TEAMS)["slurm.conf"])["TaskPlugin"] == "task/affinity,task/cgroup"


def test_options_of_the_site_end_the_lines_of_nodes_and_partitions() -> None:
    nodes, partitions = 'train: {Weight: 5, NodeAddr: "10.0.0.[1-10]"}', 'l40s: {Default: "YES"}'
    slurm = f'{{release: "24.11", nodes: {{{nodes}}}, partitions: {{{partitions}}}}}'
    conf = files(TEAMS, slurm=slurm)["slurm.conf"]
    assert "NodeName=g[01-10] " in conf
    assert " Feature=h100 NodeAddr=10.0.0.[1-10] Weight=5\n" in conf
    assert line(conf, "PartitionName=l40s")["Default"] == "YES"
    assert "Default" not in line(conf, "PartitionName=h100")


def test_the_part_for_a_site_leaves_the_site_what_is_its_own() -> None:
    made = files(TEAMS, slurm='{release: "24.11", file: tenancy.conf}')
    assert "slurm.conf" not in made
    assert "cgroup.conf" not in made
    assert {"tenancy.conf", "gres.conf", "qos.sacctmgr", "accounts.sacctmgr"} == set(made)
    own, whole = keys(made["tenancy.conf"]), keys(files(TEAMS)["slurm.conf"])
    assert set(whole) - set(own) == {"ClusterName", "AccountingStorageType", "TaskPlugin"}
    assert set(own) <= set(whole)
    assert "Default" not in line(made["tenancy.conf"], "PartitionName=h100")


@pytest.mark.parametrize(
    ("gpu", "expected"),
    [
        ("product: NVIDIA-L4, perNode: 1", "Name=gpu Type=l4 File=/dev/nvidia0"),
        ("product: NVIDIA-L4, perNode: 4", "Name=gpu Type=l4 File=/dev/nvidia[0-3]"),
        ("product: NVIDIA-L4, perNode: 4, autoDetect: nvml", "AutoDetect=nvml"),
        ("product: NVIDIA-L4, perNode: 2, deviceFiles: '/dev/nvidia[4,6]'", "Name=gpu Type=l4 File=/dev/nvidia[4,6]"),
        (
            "product: AMD-Instinct-MI300X, resource: amd.com/gpu, perNode: 8",
            "Name=gpu Type=mi300x File=/dev/dri/renderD[128-135]",
        ),
    ],
)
def test_devices_are_found_or_named_never_both(gpu: str, expected: str) -> None:
    fleet = DEVICES.format(gpu=gpu)
    assert files("  vision: {quota: {a: 1}}", fleet)["gres.conf"].endswith(f"\n\nNodeName=n1 {expected}\n")


def test_devices_nobody_can_know_are_asked_for() -> None:
    fleet = DEVICES.format(gpu="product: Gaudi3, resource: habana.ai/gaudi, perNode: 8")
    with pytest.raises(ValueError, match="deviceFiles"):
        files("  vision: {quota: {a: 1}}", fleet)


def test_a_release_outside_the_table_fails_by_name() -> None:
    with pytest.raises(ValueError, match=r"Slurm 21\.08 is not supported; supported are 22\.05, "):
        files(TEAMS, slurm='{release: "21.08"}')


def test_a_document_without_slurm_has_no_files() -> None:
    from tenantry.backends.slurm.render import render

    document = "fleet: demo\nkueue: {release: '0.17'}\nflavors: {a: {node: {cpus: 8, memory: 64Gi}}}\n"
    assert render(resolved_text(document)) == ()


def test_every_partition_has_both_times() -> None:
    """Without any tier there is no limit, and the file says so."""
    h100 = line(files("  vision: {quota: {h100: 8}}", HARDWARE)["slurm.conf"], "PartitionName=h100")
    assert (h100["DefaultTime"], h100["MaxTime"]) == ("UNLIMITED", "UNLIMITED")


@pytest.mark.parametrize(
    ("containers", "plugin", "programs"),
    [
        ("{}", "spank_pyxis.so", {}),
        (
            "{pyxis: /opt/pyxis/spank_pyxis.so, prolog: /etc/slurm/enroot.sh, epilog: /etc/slurm/clear.sh}",
            "/opt/pyxis/spank_pyxis.so",
            {"Prolog": "/etc/slurm/enroot.sh", "Epilog": "/etc/slurm/clear.sh"},
        ),
    ],
)
def test_pyxis_is_loaded_where_asked(containers: str, plugin: str, programs: dict[str, str]) -> None:
    made = files(TEAMS, slurm=f'{{release: "24.11", containers: {containers}}}')
    assert made["plugstack.conf"].endswith(f"\n\nrequired {plugin}\n")
    found = keys(made["slurm.conf"])
    assert {key: found[key] for key in ("Prolog", "Epilog") if key in found} == programs
    assert "plugstack.conf" not in files(TEAMS)
