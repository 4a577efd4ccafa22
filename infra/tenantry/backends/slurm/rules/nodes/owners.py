"""Nodes that the document beside the files gives to somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.backends.slurm.in_use import lines_in_use
from tenantry.backends.slurm.parse.site import HostsRecord
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Related, Severity
from tenantry.model.hostlist import HostList
from tenantry.model.scheduler import Owner


class _Foreign(NamedTuple):
    """Hosts of one line of slurm.conf and one pool of the document."""

    line: HostsRecord
    pool: str
    owner: Owner
    idle: bool
    """Whether Slurm places nothing on them now."""


@rule("SLF307", Severity.ERROR, FILES)
def slurm_node_of_another_owner(files: Files) -> Iterator[Problem]:
    """Slurm has a node that the document gives to another owner.

    What it does:
        With a document, looks up the hosts of NodeName lines in its pools: in those of Kueue, and in those of nobody.
        Names are compared without regard to case, and a short one with full ones. Lines whose nodes get no job, by
        State or by DownNodes, are told by SLF308.

    Why:
        Two schedulers that both place work on a node know nothing of each other's jobs.

    Example:
        # slurm.conf
        NodeName=gpu[01-04] CPUs=128 RealMemory=2000000
        PartitionName=batch Nodes=ALL
        # tenancy.yaml
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[04-08]", owner: kueue}

    Use instead:
        # slurm.conf
        NodeName=gpu[01-03] CPUs=128 RealMemory=2000000
        PartitionName=batch Nodes=ALL
        # tenancy.yaml
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[04-08]", owner: kueue}

    Sources:
        docs/design.md, "Words": the owner is the one scheduler that may place work on a node;
        https://github.com/NVIDIA/deepops/issues/1034
    """
    for found, hosts in _foreign(files).items():
        if not found.idle:
            whose = f"{'belongs' if len(hosts) == 1 else 'belong'} to {_whose(found)}"
            help_text = "take it out of slurm.conf, or give it to Slurm in the document"
            yield problem(found.line.name_location, f"{hosts} {whose}", help_text, _pool(found))


@rule("SLF308", Severity.WARNING, FILES)
def slurm_idle_node_of_another_owner(files: Files) -> Iterator[Problem]:
    """A node that the document gives to another owner is only down in Slurm.

    What it does:
        The same as SLF307, for nodes whose State, or a DownNodes line, says DOWN, DRAIN, FAIL or FUTURE.

    Why:
        One `scontrol update State=RESUME` makes two schedulers place work on it.

    Example:
        # slurm.conf
        NodeName=gpu[01-03] CPUs=128 RealMemory=2000000
        NodeName=gpu04 CPUs=128 RealMemory=2000000 State=DOWN
        PartitionName=batch Nodes=ALL
        # tenancy.yaml
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[04-08].lab.example.com", owner: kueue}

    Use instead:
        # slurm.conf
        NodeName=gpu[01-03] CPUs=128 RealMemory=2000000
        PartitionName=batch Nodes=ALL
        # tenancy.yaml
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[04-08].lab.example.com", owner: kueue}

    Sources:
        scontrol(1), update NodeName State; slurm.conf(5), DownNodes.
    """
    for found, hosts in _foreign(files).items():
        if found.idle:
            verb = "is" if len(hosts) == 1 else "are"
            message = f"{hosts} {verb} only out of use here, and {'belongs' if verb == 'is' else 'belong'}"
            help_text = "take it out of slurm.conf"
            yield problem(found.line.name_location, f"{message} to {_whose(found)}", help_text, _pool(found))


def _foreign(files: Files) -> dict[_Foreign, HostList]:
    elsewhere: dict[str, list[tuple[str, str, Owner]]] = {}
    for name, pool in files.document.pools.items() if files.document else ():
        for host in pool.hosts if pool.owner is not Owner.SLURM else ():
            elsewhere.setdefault(_short(host), []).append((host.lower(), name, pool.owner))
    if not elsewhere:
        return {}
    found: dict[_Foreign, list[str]] = {}
    for line, host, idle in lines_in_use(files.site):
        for other, name, owner in elsewhere.get(_short(host), ()):
            if "." not in host or "." not in other or host.lower() == other:
                found.setdefault(_Foreign(line, name, owner, idle), []).append(host)
    return {foreign: HostList(hosts) for foreign, hosts in found.items()}


def _short(host: str) -> str:
    return host.lower().partition(".")[0]


def _whose(found: _Foreign) -> str:
    whom = "nobody" if found.owner is Owner.NONE else found.owner.value.capitalize()
    return f"{whom} by pool '{found.pool}'"


def _pool(found: _Foreign) -> Related:
    return Related("the pool's hosts", ("pools", found.pool, "hosts"))
