"""Nodes with fewer CPUs than devices."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner


@rule("NOD115", Severity.WARNING, DOCUMENT)
def fewer_cpus_than_devices(tenancy: Tenancy) -> Iterator[Problem]:
    """A node of Slurm's has fewer CPUs for jobs than devices.

    What it does:
        Compares the CPUs that are left after what is reserved with the devices of a node, for flavors with a pool
        that Slurm owns.

    Why:
        Slurm gives every job a CPU at least. When all CPUs are taken, the devices that are left serve nobody, though
        teams are guaranteed them.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 6, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}

    Sources:
        slurm.conf(5), DefCpuPerGPU; sbatch(1), --cpus-per-task.
    """
    owned = {pool.flavor for pool in tenancy.pools.values() if pool.owner is Owner.SLURM}
    for name, flavor in tenancy.flavors.items():
        cpus = flavor.node.cpus - flavor.node.reserved.cpus
        if name in owned and flavor.gpu is not None and 0 < cpus < flavor.gpu.devices:
            message = f"{cpus} CPUs are left for {flavor.gpu.devices} devices of a node"
            yield Problem(
                ("flavors", name, "node", "cpus"), message, "write the CPUs of a whole node, or reserve fewer"
            )
