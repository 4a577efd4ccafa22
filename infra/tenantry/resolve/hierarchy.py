"""Groups and departments: who shares with whom, what they lend together, and caps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tenantry.model.document import Tenancy
from tenantry.model.team import Team
from tenantry.resolve.types import Entitlement, FlavorOn, ResolvedGroup

Held = Mapping[str, Mapping[FlavorOn, Entitlement]]
"""Team to what it holds."""


def is_fair(tenancy: Tenancy, team: Team) -> bool:
    """Whether the team lends and borrows at all: it stands in a group whose sharing is ``fair``."""
    group = tenancy.groups.get(team.group) if team.group is not None else None
    return group is not None and group.sharing == "fair"


def sum_nominal(held: Held, teams: Iterable[str]) -> dict[FlavorOn, int]:
    """Guaranteed devices of the teams together."""
    result: dict[FlavorOn, int] = {}
    for team in teams:
        for key, entitlement in held[team].items():
            result[key] = result.get(key, 0) + entitlement.nominal
    return result


def resolve_groups(tenancy: Tenancy, held: Held) -> dict[str, ResolvedGroup]:
    """Every group, by name."""
    members: dict[str, list[str]] = {name: [] for name in sorted(tenancy.groups)}
    for name, team in sorted(tenancy.teams.items()):
        if team.group in members:
            members[team.group].append(name)
    return {name: _group(tenancy, name, teams, held) for name, teams in members.items()}


def _group(tenancy: Tenancy, name: str, teams: list[str], held: Held) -> ResolvedGroup:
    lend: dict[FlavorOn, int] = {}
    for team in teams:
        for key, entitlement in held[team].items():
            lend[key] = lend.get(key, 0) + entitlement.lend
    departments = {tenancy.teams[team].department for team in teams}
    return ResolvedGroup(
        name=name,
        fair=tenancy.groups[name].sharing == "fair",
        teams=tuple(teams),
        departments=tuple(department for department in sorted(tenancy.departments) if department in departments),
        lend=lend,
    )
