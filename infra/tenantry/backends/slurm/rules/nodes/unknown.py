"""Settings of slurm.conf that name nodes and partitions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.backends.slurm.parse.members import all_hosts
from tenantry.backends.slurm.parse.site import Setting
from tenantry.backends.slurm.parse.values import hosts
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import suggestion
from tenantry.finding import Location, Severity
from tenantry.model.hostlist import HostList, HostListError


@rule("SLF311", Severity.WARNING, FILES)
def slurm_setting_of_unknown_node(files: Files) -> Iterator[Problem]:
    """DownNodes, SuspendExcNodes or SuspendExcParts names what is not defined.

    What it does:
        Looks up the hosts of DownNodes lines and of SuspendExcNodes among the nodes, and SuspendExcParts among the
        partitions.

    Why:
        slurmctld passes over the name with an error: a broken node is used, or a node powers down that must not.

    Example:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL
        DownNodes=n[3-4] State=DOWN Reason="new disks"

    Use instead:
        # slurm.conf
        NodeName=n[1-3] CPUs=4
        PartitionName=batch Nodes=ALL
        DownNodes=n3 State=DOWN Reason="new disks"

    Sources:
        slurm.conf(5), DownNodes, SuspendExcNodes, SuspendExcParts; tried on 22.05, 24.11 and 26.05: "DownNode "n9" does
        not exist!".
    """
    if not files.complete or files.is_part:
        return
    for line in files.site.down_nodes:
        yield from _unknown(files, line.hosts, line.name_location)
    kept = files.site.settings.get("SuspendExcNodes")
    if kept:
        yield from _unknown(files, _hosts(kept), kept.value_location)
    partitions = [it.name for it in files.site.partitions]
    parts = files.site.settings.get("SuspendExcParts")
    for name in filter(None, parts.value.split(",")) if parts else ():
        if parts and name not in partitions:
            yield problem(
                parts.value_location, f"there is no partition '{name}'", suggestion(name, partitions, "slurm.conf")
            )


def _unknown(files: Files, named: HostList, where: Location) -> Iterator[Problem]:
    known = all_hosts(files.site)
    if unknown := named - known - HostList(it.name for it in files.site.node_sets):
        help_text = suggestion(str(unknown), list(known), "the NodeName lines") if len(unknown) == 1 else ""
        message = f"no NodeName line defines {unknown}"
        yield problem(where, message, help_text or "define the nodes, or leave them out")


def _hosts(setting: Setting) -> HostList:
    """Those of ``n[1-4]:2,n9``; none where it cannot be read."""
    try:
        return hosts(",".join(part.split(":")[0] for part in _split(setting.value)))
    except HostListError:
        return HostList()


def _split(text: str) -> list[str]:
    return re.findall(r"(?:[^,\[]|\[[^\]]*\])+", text)
