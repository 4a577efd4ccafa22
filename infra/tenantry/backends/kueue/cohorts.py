"""The cohort tree: a root that holds the unallocated pool, fair groups under it, departments under those.

A Cohort is written only where it says something: a queue may name a cohort that has no object.
"""

from __future__ import annotations

from typing import Any

from tenantry.backends.kueue.flavors import Object, thing
from tenantry.backends.kueue.quotas import Amounts, resource_group
from tenantry.backends.kueue.view import KUEUE, KueueView
from tenantry.model.limit import UNLIMITED
from tenantry.model.quantity import Quantity
from tenantry.resolve.types import ResolvedDepartment, ResolvedGroup


def cohort_of(view: KueueView, group: str, department: str | None) -> str:
    """The cohort that a fair team's queues stand in."""
    if department is None:
        return view.names.cohort(group)
    return view.names.department_cohort(group, department)


def cohorts(view: KueueView) -> list[Object]:
    """Every Cohort object, parents first."""
    pool = view.pool
    found: list[Object] = []
    if pool:
        amounts = {name: Amounts(devices) for name, devices in pool.items()}
        found.append(_cohort(view, view.names.root_cohort(), groups=_groups(view, amounts)))
    for group in view.fair_groups:
        if pool:
            found.append(_group_cohort(view, group))
        found += [_department_cohort(view, group, department) for department in departments(view, group)]
    return found


def _group_cohort(view: KueueView, group: ResolvedGroup) -> Object:
    # Lending limit 0 on every flavor: without it groups would lend to each other through the root.
    amounts = {name: Amounts(0, lend=0) for name in view.flavors}
    spec = _groups(view, amounts, devices_only=False)
    return _cohort(view, view.names.cohort(group.name), parent=view.names.root_cohort(), groups=spec)


def departments(view: KueueView, group: ResolvedGroup) -> list[ResolvedDepartment]:
    """Departments with a team that has a queue in the group."""
    present = {team.department for team in view.teams if team.group == group.name}
    return [department for name, department in view.resolved.departments.items() if name in present]


def _department_cohort(view: KueueView, group: ResolvedGroup, department: ResolvedDepartment) -> Object:
    amounts = {}
    for name in view.flavors:
        cap = department.cap.get((name, KUEUE))
        if cap is not None and cap is not UNLIMITED:
            amounts[name] = Amounts(0, borrow=cap - department.nominal.get((name, KUEUE), 0))
    return _cohort(
        view,
        view.names.department_cohort(group.name, department.name),
        parent=view.names.cohort(group.name),
        groups=_groups(view, amounts),
        weight=department.share,
    )


def _groups(view: KueueView, amounts: dict[str, Amounts], *, devices_only: bool | None = None) -> list[dict[str, Any]]:
    only = view.devices_only if devices_only is None else devices_only
    return resource_group(view.resolved.flavors, amounts, view.flavor_names, devices_only=only)


def _cohort(
    view: KueueView, name: str, *, parent: str | None = None, groups: list[dict[str, Any]], weight: int = 1
) -> Object:
    spec: Object = {}
    if parent is not None:
        spec[view.facts.parent_field] = parent
    if groups:
        spec["resourceGroups"] = groups
    if weight != 1 and view.facts.cohort_fair_sharing:
        spec["fairSharing"] = {"weight": str(Quantity.from_int(weight))}
    return thing(view.facts.cohort_version, "Cohort", name) | {"spec": spec}
