"""The arithmetic of the design, for arbitrary documents."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tenantry.model.document import Tenancy
from tenantry.model.limit import UNLIMITED, Count
from tenantry.model.scheduler import Owner, Scheduler
from tenantry.resolve.placement import Placement, where
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Entitlement, Resolved
from tests.strategies_tenancy import Document, documents, tenancies


def held(resolved: Resolved, team: str, flavor: str) -> dict[Scheduler, Entitlement]:
    return {on: it for (name, on), it in resolved.teams[team].entitlements.items() if name == flavor}


def total(amounts: Iterable[Count]) -> int:
    return sum(amount for amount in amounts if isinstance(amount, int))


def quotas(resolved: Resolved) -> Iterable[tuple[str, str]]:
    return ((team, flavor) for team, stated in resolved.tenancy.teams.items() for flavor in stated.quota)


@given(tenancies)
def test_nominal_borrow_and_lend_are_neither_lost_nor_granted_twice(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    for team, flavor in quotas(resolved):
        quota, parts = tenancy.teams[team].quota[flavor], held(resolved, team, flavor)
        assert total(part.nominal for part in parts.values()) == quota.nominal
        assert all(0 <= part.lend <= part.nominal for part in parts.values())
        if not resolved.teams[team].fair:
            assert all(part.borrow == part.lend == 0 for part in parts.values())
            continue
        lend = quota.nominal if quota.lend in (None, UNLIMITED) else quota.lend
        assert total(part.lend for part in parts.values()) == lend
        if tenancy.tiers and not resolved.teams[team].borrowing_tiers:
            assert all(part.borrow == 0 for part in parts.values())
        elif quota.borrow in (None, UNLIMITED):
            assert parts
            assert all(part.borrow is UNLIMITED for part in parts.values())
        else:
            assert total(part.borrow for part in parts.values()) == quota.borrow
            assert all(part.borrow is not UNLIMITED for part in parts.values())


@given(tenancies)
def test_pins_are_kept_and_nothing_lives_elsewhere(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    for team, flavor in quotas(resolved):
        placement = where(tenancy, team, flavor)
        assert isinstance(placement, Placement)
        parts = held(resolved, team, flavor)
        assert set(parts) <= set(placement.schedulers)
        for scheduler, pinned in (placement.pinned or {}).items():
            assert parts[scheduler].nominal == pinned if scheduler in parts else pinned == 0


@given(tenancies)
def test_proportional_nominal_keeps_within_what_the_pins_leave(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    if resolved.capacity is None:
        return
    for flavor in tenancy.flavors:
        pinned = dict.fromkeys(tenancy.schedulers, 0)
        moving = dict(pinned)
        for team, stated in tenancy.teams.items():
            if flavor in stated.quota:
                placement = where(tenancy, team, flavor)
                assert isinstance(placement, Placement)
                sums = moving if placement.pinned is None else pinned
                for scheduler, part in held(resolved, team, flavor).items():
                    sums[scheduler] += part.nominal
        room = {on: max(0, resolved.capacity[flavor, on] - pinned[on]) for on in tenancy.schedulers}
        if sum(moving.values()) <= sum(room.values()):
            assert all(moving[on] <= room[on] for on in tenancy.schedulers)


@given(tenancies)
def test_capacity_counts_owned_hosts_less_spare_ones(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    if not tenancy.pools:
        assert resolved.capacity is None
        assert resolved.unallocated == {}
        return
    assert resolved.capacity is not None
    for (flavor, scheduler), devices in resolved.capacity.items():
        owned = [
            pool for pool in tenancy.pools.values() if (pool.flavor, pool.owner) == (flavor, Owner(scheduler.value))
        ]
        nodes = sum(len(pool.hosts) - pool.spare for pool in owned)
        assert devices == nodes * resolved.flavors[flavor].devices_per_node
        nominal = total(
            team.entitlements[flavor, scheduler].nominal
            for team in resolved.teams.values()
            if (flavor, scheduler) in team.entitlements
        )
        assert resolved.unallocated[flavor, scheduler] == max(0, devices - nominal)
    assert set(resolved.unallocated) == set(resolved.capacity)


@given(documents(), st.data())
def test_moving_nodes_changes_nobodys_fleet_wide_nominal(document: Document, data: st.DataObject) -> None:
    moved = copy.deepcopy(document)
    for pool in moved["pools"].values():
        pool["owner"] = data.draw(st.sampled_from(["slurm", "kueue", "none"]))
    before, after = (resolve(Tenancy.model_validate(it)) for it in (document, moved))
    for team, flavor in quotas(before):
        assert total(part.nominal for part in held(before, team, flavor).values()) == total(
            part.nominal for part in held(after, team, flavor).values()
        )


@given(tenancies)
def test_groups_and_departments_sum_up(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    for name, group in resolved.groups.items():
        members = [team for team in resolved.teams.values() if team.group == name]
        assert group.teams == tuple(team.name for team in members)
        assert group.lend == {
            key: sum(team.entitlements[key].lend for team in members if key in team.entitlements)
            for key in {key for team in members for key in team.entitlements}
        }
        assert set(group.departments) == {team.department for team in members if team.department}
    for name, department in resolved.departments.items():
        assert department.teams == tuple(team.name for team in resolved.teams.values() if team.department == name)
        for flavor, cap in tenancy.departments[name].cap.items():
            parts = [most for (it, _), most in department.cap.items() if it == flavor]
            assert parts
            assert cap is UNLIMITED if UNLIMITED in parts else total(parts) == cap
        for key, most in department.cap.items():
            assert most is UNLIMITED or most >= department.nominal.get(key, 0)


def shuffled(document: Document, shuffle: Callable[[list[Any]], list[Any]]) -> Document:
    """The document with its entries in another order, but for what order means something for: tiers and quotas."""
    return {
        key: dict(shuffle(list(value.items()))) if isinstance(value, dict) and key != "tiers" else value
        for key, value in shuffle(list(document.items()))
    }


@given(documents(), st.randoms(use_true_random=False))
def test_order_in_the_document_does_not_matter(document: Document, random: Random) -> None:
    def shuffle(items: list[Any]) -> list[Any]:
        return random.sample(items, len(items))

    before, after = (resolve(Tenancy.model_validate(it)) for it in (document, shuffled(document, shuffle)))
    assert before == after
    for field in ("flavors", "pools", "tiers", "teams", "groups", "departments", "capacity", "unallocated"):
        one, other = getattr(before, field), getattr(after, field)
        assert repr(one) == repr(other)


@given(tenancies)
def test_cpu_and_memory_follow_devices_and_never_exceed_the_nodes(tenancy: Tenancy) -> None:
    for flavor in resolve(tenancy).flavors.values():
        node = tenancy.flavors[flavor.name].node
        for nodes in (1, 3, 250):
            devices = nodes * flavor.devices_per_node
            assert flavor.milli_cpu(devices) == nodes * (node.cpus - node.reserved.cpus) * 1000
            assert flavor.memory(devices) == nodes * (node.memory - node.reserved.memory).bytes
        parts = [1] * flavor.devices_per_node
        assert sum(map(flavor.milli_cpu, parts)) <= flavor.milli_cpu(flavor.devices_per_node)
        assert sum(map(flavor.memory, parts)) <= flavor.memory(flavor.devices_per_node)
