"""Jobs kept to the GPUs they were given."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF511", Severity.ERROR, FILES)
def slurm_gpus_not_fenced(files: Files) -> Iterator[Problem]:
    """Jobs on GPU nodes can use GPUs that they were not given.

    What it does:
        Where nodes have GPUs: tells a cgroup.conf without ConstrainDevices=yes, and a TaskPlugin without task/cgroup.
        A commented line counts as not set. Nothing is said where there is neither a cgroup.conf beside nor a
        TaskPlugin.

    Why:
        Slurm only sets CUDA_VISIBLE_DEVICES, which any program can change. ConstrainDevices is off unless set, and
        needs task/cgroup.

    Example:
        # slurm.conf
        GresTypes=gpu
        TaskPlugin=task/affinity
        NodeName=n1 CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL
        # cgroup.conf
        ConstrainCores=yes
        #ConstrainDevices=yes

    Use instead:
        # slurm.conf
        GresTypes=gpu
        TaskPlugin=task/affinity,task/cgroup
        NodeName=n1 CPUs=8 Gres=gpu:8
        PartitionName=batch Nodes=ALL
        # cgroup.conf
        ConstrainCores=yes
        ConstrainDevices=yes

    Sources:
        cgroup.conf(5), ConstrainDevices; https://github.com/NVIDIA/pyxis/issues/47
    """
    if not any(files.gpu_nodes()):
        return
    cgroup = files.site.cgroup
    if cgroup is not None:
        setting = cgroup.get("ConstrainDevices")
        if setting is None or setting.value.lower() not in {"yes", "up", "true", "1"}:
            place = setting.value_location if setting else files.place_in("cgroup.conf", cgroup)
            message = "jobs are not kept to the GPUs they were given"
            yield problem(place, message, "write ConstrainDevices=yes in cgroup.conf")
    plugins = {it.removeprefix("task/") for it in files.words("TaskPlugin")}
    if plugins and "cgroup" not in plugins:
        message = "without task/cgroup, jobs are not kept to the GPUs they were given"
        yield problem(files.place("TaskPlugin"), message, "write TaskPlugin=task/affinity,task/cgroup")
