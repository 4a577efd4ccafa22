"""A small, good configuration for the harness's own tests."""

from tests.live.slurm import site

POLICY = """\
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
PriorityType=priority/multifactor
GresTypes=gpu
"""
ACCOUNTING = """\
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageTRES=gres/gpu,gres/gpu:h100
AccountingStorageEnforce=associations,limits,qos,safe
"""
NODES = ["h1", "h2"]


def files(
    suite: str, *, accounting: str = ACCOUNTING, nodes: str = "CPUs=16 RealMemory=1000 Gres=gpu:h100:8", more: str = ""
) -> dict[str, str]:
    """Two nodes of eight fake GPUs in one partition."""
    address = " ".join(f"{key}={value}" for key, value in site.node_options(len(NODES)).items())
    return {
        "slurm.conf": "ClusterName=lab\n"
        + site.lines(site.SLURM_CONF)
        + POLICY
        + accounting
        + f"NodeName=h[1-2] {address} {nodes}\n"
        + "PartitionName=h100 Nodes=h[1-2] Default=YES DefaultTime=01:00:00 MaxTime=2-00:00:00\n"
        + more,
        "gres.conf": "NodeName=h[1-2] Name=gpu Type=h100 File=/dev/nvidia[0-7]\n",
        "cgroup.conf": site.lines(site.cgroup_conf(suite)),
    }
