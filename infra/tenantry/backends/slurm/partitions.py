"""PartitionName lines: one partition a flavor, with one GPU model each."""

from __future__ import annotations

from typing import Final

from tenantry.backends.slurm.devices import Line
from tenantry.backends.slurm.names import NO_TOPOLOGY, SHARD
from tenantry.backends.slurm.policy import shortest
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import named
from tenantry.model.memory import SlurmMemory
from tenantry.resolve.types import ResolvedFlavor, ResolvedTier

UNLIMITED_TIME: Final = "UNLIMITED"


def partition_lines(scope: Scope) -> tuple[Line, ...]:
    """A line for each flavor that Slurm has nodes of, and then what the site adds."""
    present = [flavor for flavor in scope.flavors.values() if len(scope.hosts(flavor.name))]
    first = present[0].name if present and default_is_ours(scope) else None
    lines = (_line(scope, flavor, default=flavor.name == first) for flavor in present)
    return tuple(line | site_options(scope, flavor.name) for line, flavor in zip(lines, present, strict=True))


def site_options(scope: Scope, flavor: str) -> Line:
    """The site's further options of a partition."""
    return {key: str(value) for key, value in sorted(scope.target.partitions.get(flavor, {}).items())}


def default_is_ours(scope: Scope) -> bool:
    """Whether the program names the default partition: in a whole slurm.conf where the site names none.

    Without any, slurmctld logs an error; a site that keeps its own slurm.conf may have one there.
    """
    named = (key.lower() for options in scope.target.partitions.values() for key in options)
    return scope.whole and "default" not in named


def _line(scope: Scope, flavor: ResolvedFlavor, *, default: bool) -> Line:
    line = {"PartitionName": scope.names.partition(flavor.name), "Nodes": str(scope.hosts(flavor.name))}
    if default:
        line["Default"] = "YES"
    line["State"] = "UP"
    if flavor.is_gpu:
        line["QOS"] = scope.names.partition_qos(flavor.name)
    elif accounts := _holders(scope, flavor):
        # No limit keeps work with GPUs, whose account counts CPUs too, off nodes that others are guaranteed.
        line["AllowAccounts"] = ",".join(accounts)
    if scope.facts.topology_yaml and named(scope):
        line["Topology"] = flavor.topology or NO_TOPOLOGY
    return line | _times(scope, flavor) | _shares(scope, flavor)


def _holders(scope: Scope, flavor: ResolvedFlavor) -> list[str]:
    """The accounts of the teams that may use the flavor, those of borrowed work included."""
    holders = [name for name, held in scope.entitlements.items() if flavor.name in held]
    burst = [scope.names.burst_account(name) for name in holders if name in scope.borrowers]
    return sorted([*map(scope.names.account, holders), *burst])


def _times(scope: Scope, flavor: ResolvedFlavor) -> Line:
    """The shortest default of the tiers that may use the partition, and their longest maximum.

    A tier without a default counts with its maximum: the default must stay below every tier's MaxWall, or jobs that
    name no time would be refused.
    """
    tiers = _tiers(scope, flavor)
    default = shortest([time for tier in tiers for time in (tier.default_time, tier.max_time)])
    longest = [tier.max_time for tier in tiers]
    maximum = max(time for time in longest if time is not None) if longest and None not in longest else None
    return {
        "DefaultTime": UNLIMITED_TIME if default is None else default.slurm(),
        "MaxTime": UNLIMITED_TIME if maximum is None else maximum.slurm(),
    }


def _tiers(scope: Scope, flavor: ResolvedFlavor) -> list[ResolvedTier]:
    """The tiers of the teams that hold the flavor; all of them where no team does."""
    holders = [team for name, team in scope.teams.items() if flavor.name in scope.entitlements[name]]
    used = {tier for team in holders for tier in team.tiers}
    return [tier for name, tier in scope.resolved.tiers.items() if name in used or not used]


def _shares(scope: Scope, flavor: ResolvedFlavor) -> Line:
    """The CPUs and memory that go with a device, and what a device weighs in the fair share.

    Only ``gres/gpu`` weighs: it counts typed requests too, and a weight on the type beside it would bill them twice
    (tried on 24.11). A shard is no GPU to ``DefMemPerGPU``: its job's memory follows its CPUs.
    """
    billing = scope.resolved.tenancy.flavors[flavor.name].billing
    memory = SlurmMemory.from_bytes(flavor.memory(1)).mib
    if not flavor.is_gpu:
        return {"DefMemPerCPU": str(memory), "TRESBillingWeights": f"CPU={billing}"}
    if flavor.gres_name == SHARD:
        cpus = max(1, flavor.allocatable_milli_cpu // 1000)
        per_cpu = SlurmMemory.from_bytes(flavor.allocatable_memory // cpus).mib
        return {"DefMemPerCPU": str(per_cpu), "TRESBillingWeights": f"GRES/shard={billing}"}
    cpus = max(1, flavor.milli_cpu(1) // 1000)
    return {"DefCpuPerGPU": str(cpus), "DefMemPerGPU": str(memory), "TRESBillingWeights": f"GRES/gpu={billing}"}
