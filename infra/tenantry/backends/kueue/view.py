"""What of a resolved document concerns Kueue: which flavors, teams, tiers and groups, under which names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tenantry.backends.kueue.facts import ReleaseFacts, facts_of
from tenantry.model.scheduler import Owner, Scheduler
from tenantry.model.targets import KueueTarget
from tenantry.resolve.names import Names, names_for
from tenantry.resolve.types import Entitlement, Resolved, ResolvedFlavor, ResolvedGroup, ResolvedTeam, ResolvedTier

KUEUE = Scheduler.KUEUE


@dataclass(frozen=True, slots=True)
class Queue:
    """One ClusterQueue: a team's GPU flavors, or its CPU flavors; of both, CPU work would spill onto GPU nodes."""

    team: ResolvedTeam
    cpu: bool
    held: dict[str, Entitlement]


@dataclass(frozen=True, slots=True)
class KueueView:
    """A resolved document as Kueue's renderers read it."""

    resolved: Resolved
    target: KueueTarget
    facts: ReleaseFacts
    names: Names

    @classmethod
    def of(cls, resolved: Resolved) -> KueueView | None:
        """None where the document does not name Kueue."""
        target = resolved.tenancy.kueue
        if target is None:
            return None
        return cls(resolved, target, facts_of(target.release), names_for(resolved))

    @property
    def devices_only(self) -> bool:
        """Whether CPU and memory carry no borrowing and lending limits."""
        return self.target.limit_borrowing == "devices"

    @property
    def flavors(self) -> dict[str, ResolvedFlavor]:
        """Flavors with nodes that Kueue owns, or with a quota on it, in document order."""
        used = {pool.flavor for pool in self.resolved.pools.values() if pool.owner is Owner.KUEUE}
        used |= {flavor for team in self.resolved.teams.values() for flavor in team.on(KUEUE)}
        return {name: flavor for name, flavor in self.resolved.flavors.items() if name in used}

    @property
    def device_resources(self) -> list[str]:
        """Resources that count the devices of its GPU flavors."""
        return sorted({flavor.resource for flavor in self.flavors.values() if flavor.is_gpu})

    @property
    def flavor_names(self) -> dict[str, str]:
        """Flavor to its ResourceFlavor's name."""
        return {name: self.names.resource_flavor(name) for name in self.flavors}

    def queues(self) -> Iterator[Queue]:
        """Every ClusterQueue, team by team; a team without a quota on Kueue has none."""
        for team in self.resolved.teams.values():
            held = {name: entry for name, entry in team.on(KUEUE).items() if not entry.is_zero}
            for cpu in (False, True):
                part = {name: entry for name, entry in held.items() if self.resolved.flavors[name].is_gpu is not cpu}
                if part:
                    yield Queue(team, cpu, part)

    @property
    def teams(self) -> list[ResolvedTeam]:
        """Teams that have at least one queue, in document order."""
        seen = {queue.team.name: queue.team for queue in self.queues()}
        return list(seen.values())

    @property
    def fair_groups(self) -> list[ResolvedGroup]:
        """Fair groups with at least one team that has a queue, in document order."""
        present = {team.group for team in self.teams if team.fair}
        return [group for group in self.resolved.groups.values() if group.name in present]

    @property
    def pool(self) -> dict[str, int]:
        """Flavor to its devices that no team is guaranteed and fair groups may borrow; empty where none are left."""
        if not self.fair_groups:
            return {}
        left = {name: self.resolved.unallocated.get((name, KUEUE), 0) for name in self.flavors}
        return left if any(left.values()) else {}

    @property
    def tiers(self) -> list[ResolvedTier]:
        """Tiers that a team with a queue may use, highest first."""
        used = {tier for team in self.teams for tier in team.tiers}
        return [tier for tier in self.resolved.tiers.values() if tier.name in used]
