"""Departments: what their teams hold together, and the most they may use, on each scheduler."""

from __future__ import annotations

from tenantry.model.document import Tenancy
from tenantry.model.limit import UNLIMITED, Count, count_add
from tenantry.resolve.entitle import Capacity, by_capacity
from tenantry.resolve.hierarchy import Held, sum_nominal
from tenantry.resolve.types import FlavorOn, ResolvedDepartment, ResolvedFlavor


def resolve_departments(
    tenancy: Tenancy, flavors: dict[str, ResolvedFlavor], held: Held, capacity: Capacity
) -> dict[str, ResolvedDepartment]:
    """Every department, by name."""
    members: dict[str, list[str]] = {name: [] for name in sorted(tenancy.departments)}
    for name, team in sorted(tenancy.teams.items()):
        if team.department in members:
            members[team.department].append(name)
    result = {}
    for name, teams in members.items():
        department, nominal = tenancy.departments[name], sum_nominal(held, teams)
        cap: dict[FlavorOn, Count] = {}
        for flavor in sorted(department.cap):
            cap |= _cap(tenancy, flavors[flavor], department.cap[flavor], nominal, capacity)
        result[name] = ResolvedDepartment(
            name=name, share=department.share, teams=tuple(teams), nominal=nominal, cap=cap
        )
    return result


def _cap(
    tenancy: Tenancy, flavor: ResolvedFlavor, cap: Count, nominal: dict[FlavorOn, int], capacity: Capacity
) -> dict[FlavorOn, Count]:
    """Nominal on each scheduler, and what the cap leaves beyond it as capacity is.

    A cap below nominal stands as it is; a rule refuses it unless one scheduler, Slurm, is left to hold it.
    Only over the schedulers where the department's teams may use the flavor, so that no part of the cap lies where
    nobody can use it; over all where no team holds it.
    """
    used = tuple(scheduler for scheduler in tenancy.schedulers if (flavor.name, scheduler) in nominal)
    parts = {scheduler: nominal.get((flavor.name, scheduler), 0) for scheduler in used or tenancy.schedulers}
    if len(parts) == 1:
        return {(flavor.name, scheduler): cap for scheduler in parts}
    beyond = UNLIMITED if cap is UNLIMITED else max(0, cap - sum(parts.values()))
    spread = by_capacity(beyond, flavor, parts, capacity)
    return {(flavor.name, scheduler): count_add(parts[scheduler], spread[scheduler]) for scheduler in parts}
