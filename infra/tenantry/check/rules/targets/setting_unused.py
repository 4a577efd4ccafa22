"""Site settings that go nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy
from tenantry.model.scheduler import Owner


@rule("SLM107", Severity.WARNING, DOCUMENT)
def setting_unused(tenancy: Tenancy) -> Iterator[Problem]:
    """A setting of the site is written nowhere.

    What it does:
        Looks for settings of cgroup.conf where the site keeps its own slurm.conf, for options of nodes whose pool
        Slurm does not own, and for options of a partition whose flavor has no pool of Slurm's.

    Why:
        Nothing is written for them: whoever set them believes that they hold.

    Example:
        fleet: demo
        slurm:
          release: "24.11"
          settings: {SlurmctldHost: ctl.example.com}
          nodes: {serving: {Weight: 10}}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}

    Use instead:
        fleet: demo
        slurm:
          release: "24.11"
          settings: {SlurmctldHost: ctl.example.com}
          nodes: {training: {Weight: 10}}
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner, taint: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
          serving: {flavor: h100, hosts: "gpu[09-12]", owner: kueue}

    Sources:
        Structural: a line is written for what Slurm owns alone, cgroup.conf with the whole slurm.conf.
    """
    slurm = tenancy.slurm
    if slurm is None:
        return
    if slurm.cgroup and slurm.file != "slurm.conf":
        message = f"cgroup.conf is not written with file: {slurm.file}"
        yield Problem(("slurm", "cgroup"), message, "set these in the site's own cgroup.conf")
    owned = {name: pool.flavor for name, pool in tenancy.pools.items() if pool.owner is Owner.SLURM}
    for pool in (name for name in slurm.nodes if name in tenancy.pools and name not in owned):
        message = f"Slurm does not own pool '{pool}', so no NodeName line is written for it"
        yield Problem(("slurm", "nodes", pool), message, "remove it, or name a pool that Slurm owns")
    for flavor in (name for name in slurm.partitions if name in tenancy.flavors and name not in owned.values()):
        message = f"Slurm owns no pool of flavor '{flavor}', so it has no partition"
        yield Problem(("slurm", "partitions", flavor), message, "remove it, or name a flavor with a pool of Slurm's")
