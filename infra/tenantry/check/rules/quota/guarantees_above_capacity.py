"""Guarantees that cannot all be honoured."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@rule("QTA201", Severity.ERROR, RESOLVED)
def guarantees_above_capacity(resolved: Resolved) -> Iterator[Problem]:
    """Teams are guaranteed more than a scheduler owns.

    What it does:
        For every flavor and scheduler, adds the nominal quotas and compares the sum with the devices of the nodes that
        the scheduler owns, less the spare ones. `oversubscribe` allows as many more over both schedulers as it says.

    Why:
        A guarantee that cannot be honoured when everybody asks for it is none.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}
          speech: {quota: {h100: 32}, namespaces: [speech]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}
          speech: {quota: {h100: 24}, namespaces: [speech]}

    Sources:
        docs/design.md, "The arithmetic", 2.
    """
    if resolved.capacity is None:
        return
    for flavor in resolved.flavors:
        leave = resolved.tenancy.oversubscribe.get(flavor)
        allowed = leave.devices if leave else 0
        for scheduler in resolved.schedulers:
            short = -_room(resolved, flavor, scheduler)
            if short <= allowed:
                allowed -= max(0, short)
            elif resolved.capacity[flavor, scheduler]:
                yield _problem(resolved, flavor, scheduler, short, allowed)


def _holders(resolved: Resolved, flavor: str, scheduler: Scheduler) -> dict[str, int]:
    """Team to its nominal, those with the most first."""
    held = {
        name: team.on(scheduler)[flavor].nominal
        for name, team in resolved.teams.items()
        if flavor in team.on(scheduler)
    }
    return {name: held[name] for name in sorted(held, key=lambda name: (-held[name], name)) if held[name]}


def _room(resolved: Resolved, flavor: str, scheduler: Scheduler) -> int:
    capacity = resolved.capacity or {}
    return capacity[flavor, scheduler] - sum(_holders(resolved, flavor, scheduler).values())


def _problem(resolved: Resolved, flavor: str, scheduler: Scheduler, short: int, allowed: int) -> Problem:
    holders = _holders(resolved, flavor, scheduler)
    owned = sum(holders.values()) - short
    teams = listed(f"{name} {devices}" for name, devices in holders.items())
    message = f"{owned + short} {flavor} are guaranteed on {scheduler}, which has {owned}: {short} too many ({teams})"
    if allowed:
        message += f"; oversubscribe still allows {allowed}"
    pools = [
        name for name, pool in resolved.pools.items() if pool.flavor == flavor and pool.owner.value == scheduler.value
    ]
    related = (
        *(Related(f"pool '{name}' gives capacity here", ("pools", name)) for name in pools[:3]),
        *(Related(f"'{it}' is guaranteed {held} here", ("teams", it, "quota", flavor)) for it, held in holders.items()),
    )
    help_text = f"lower the quotas by {short}, move nodes to {scheduler}, or state oversubscribe.{flavor} with a reason"
    return Problem(("teams", next(iter(holders)), "quota", flavor), message, help_text, related)
