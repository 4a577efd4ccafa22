"""What of a document concerns Slurm."""

from __future__ import annotations

from functools import cached_property

from tenantry.backends.slurm.facts import ReleaseFacts, facts
from tenantry.backends.slurm.names import GPU, SHARD
from tenantry.model.hostlist import HostList
from tenantry.model.scheduler import Owner, Scheduler
from tenantry.model.targets import SlurmTarget
from tenantry.resolve.names import names_for
from tenantry.resolve.types import Entitlement, Resolved, ResolvedFlavor, ResolvedPool, ResolvedTeam


class Scope:
    """Slurm's part of a resolved document: its flavors, pools, teams and names.

    Raises ValueError where the document has no Slurm or names a release that is not supported.
    """

    def __init__(self, resolved: Resolved) -> None:
        if resolved.tenancy.slurm is None:
            raise ValueError("the document does not name Slurm")
        self.resolved = resolved
        self.target: SlurmTarget = resolved.tenancy.slurm
        self.facts: ReleaseFacts = facts(self.target.release)
        self.names = names_for(resolved)

    @cached_property
    def pools(self) -> tuple[ResolvedPool, ...]:
        """The pools that Slurm owns; what Kubernetes owns never appears in Slurm's files."""
        return tuple(pool for pool in self.resolved.pools.values() if pool.owner is Owner.SLURM)

    @cached_property
    def teams(self) -> dict[str, ResolvedTeam]:
        """The teams that hold something on Slurm, by name."""
        return {name: team for name, team in self.resolved.teams.items() if team.on(Scheduler.SLURM)}

    @cached_property
    def entitlements(self) -> dict[str, dict[str, Entitlement]]:
        """Team to flavor to what it holds on Slurm."""
        return {name: team.on(Scheduler.SLURM) for name, team in self.teams.items()}

    @cached_property
    def flavors(self) -> dict[str, ResolvedFlavor]:
        """The flavors that Slurm has nodes of or that a team holds on it, by name."""
        used = {pool.flavor for pool in self.pools} | {name for held in self.entitlements.values() for name in held}
        return {name: flavor for name, flavor in self.resolved.flavors.items() if name in used}

    @cached_property
    def gpu_flavors(self) -> tuple[ResolvedFlavor, ...]:
        """Those of the flavors that count GPUs."""
        return tuple(flavor for flavor in self.flavors.values() if flavor.is_gpu)

    @cached_property
    def cpu_flavors(self) -> tuple[ResolvedFlavor, ...]:
        """Those of the flavors that count CPUs."""
        return tuple(flavor for flavor in self.flavors.values() if not flavor.is_gpu)

    @cached_property
    def device_tres(self) -> tuple[str, ...]:
        """What the GPU flavors' devices count as, such as ``gres/gpu:h100``, sorted, each once."""
        return tuple(sorted({flavor.tres for flavor in self.gpu_flavors}))

    @cached_property
    def gres_names(self) -> tuple[str, ...]:
        """``gpu`` where there are GPUs, and ``shard`` where some are shared: a shard stands on a GPU."""
        shared = any(flavor.gres_name == SHARD for flavor in self.gpu_flavors)
        return (*((GPU,) if self.gpu_flavors else ()), *((SHARD,) if shared else ()))

    def hosts(self, flavor: str) -> HostList:
        """All of Slurm's hosts of one flavor."""
        return HostList(host for pool in self.pools if pool.flavor == flavor for host in pool.hosts)

    @cached_property
    def borrowers(self) -> dict[str, ResolvedTeam]:
        """The teams that borrow. Who may not borrow has been given nothing to borrow (resolve.entitle)."""
        return {
            name: team
            for name, team in self.teams.items()
            if any(held.borrow != 0 for held in self.entitlements[name].values())
        }

    @property
    def at_start(self) -> bool:
        """Whether work borrows when it starts, within the team's own account; else in a burst account beside it."""
        return self.target.borrowing == "at-start"

    @property
    def cluster(self) -> str:
        """ClusterName, by which slurmdbd knows the accounts."""
        return self.resolved.tenancy.fleet

    @property
    def whole(self) -> bool:
        """Whether slurm.conf is ours as a whole; else the site includes our part in its own."""
        return self.target.file == "slurm.conf"
