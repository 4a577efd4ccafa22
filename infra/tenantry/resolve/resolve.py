"""From a document to what each scheduler is to enforce: the one place that does arithmetic."""

from __future__ import annotations

from collections.abc import Mapping

from tenantry.model.document import Tenancy
from tenantry.model.team import Team
from tenantry.resolve.departments import resolve_departments
from tenantry.resolve.entitle import Capacity, entitlements
from tenantry.resolve.hardware import capacity, resolve_flavors, resolve_pools
from tenantry.resolve.hierarchy import Held, is_fair, resolve_groups, sum_nominal
from tenantry.resolve.tiers import resolve_tiers, tiers_of
from tenantry.resolve.types import Entitlement, FlavorOn, Resolved, ResolvedTeam, ResolvedTier


def resolve(tenancy: Tenancy) -> Resolved:
    """Everything explicit, in an order that does not depend on how the document is spread over files.

    Total on documents that pass the document's rules (references exist, every quota has a place); raises ValueError
    or KeyError on others. A guarantee beyond capacity, a lend beyond nominal and a cap below nominal are the rules'
    business: here the nearest sound value stands in for them.
    """
    flavors, tiers = resolve_flavors(tenancy), resolve_tiers(tenancy)
    owned = capacity(tenancy, flavors)
    held = entitlements(tenancy, flavors, tiers, owned)
    return Resolved(
        tenancy=tenancy,
        flavors=flavors,
        pools=resolve_pools(tenancy),
        tiers=tiers,
        teams={name: _team(tenancy, name, tiers, held[name]) for name in held},
        groups=resolve_groups(tenancy, held),
        departments=resolve_departments(tenancy, flavors, held, owned),
        capacity=owned,
        unallocated=_unallocated(owned, held),
    )


def _team(
    tenancy: Tenancy, name: str, tiers: dict[str, ResolvedTier], held: Mapping[FlavorOn, Entitlement]
) -> ResolvedTeam:
    team: Team = tenancy.teams[name]
    usable = tiers_of(team, tiers)
    selector = team.namespace_selector
    return ResolvedTeam(
        name=name,
        group=team.group,
        fair=is_fair(tenancy, team),
        department=team.department,
        share=team.share,
        tiers=usable,
        borrowing_tiers=tuple(tier for tier in usable if tiers[tier].may_borrow),
        entitlements=held,
        per_user=dict(team.per_user),
        per_job=dict(team.per_job),
        max_running_jobs=team.max_running_jobs,
        max_submitted_jobs=team.max_submitted_jobs,
        users=None if team.users == "unmanaged" else team.users,
        namespaces=team.namespaces,
        access=team.access,
        namespace_selector=None if selector is None else tuple(sorted(selector.items())),
        stop=team.stop,
    )


def _unallocated(owned: Capacity, held: Held) -> dict[FlavorOn, int]:
    if owned is None:
        return {}
    nominal = sum_nominal(held, held)
    return {key: max(0, devices - nominal.get(key, 0)) for key, devices in owned.items()}
