"""Shares where nothing weighs them."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import TARGETS, Problem, rule
from tenantry.check.target import Targeted
from tenantry.finding import Path, Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@rule("KUE104", Severity.WARNING, TARGETS)
def shares_without_effect(targeted: Targeted) -> Iterator[Problem]:
    """Shares are written for Kueue, whose fair sharing is off.

    What it does:
        Where `kueue.fairSharing` is false, or left out beside a `kueue.configuration`, looks for shares other than 1
        of teams that borrow on Kueue, and of their departments.

    Why:
        Fair sharing is one switch of the controller. Without it Kueue stores every weight and looks at none of them:
        who borrows is decided by priority, then by age.

    Example:
        fleet: demo
        kueue: {release: "0.17", fairSharing: false}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        groups:
          lab: {sharing: fair}
        teams:
          vision: {group: lab, share: 2, quota: {h100: 40}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17", fairSharing: true}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        groups:
          lab: {sharing: fair}
        teams:
          vision: {group: lab, share: 2, quota: {h100: 40}, namespaces: [vision]}

    Sources:
        Kueue's Configuration, fairSharing; pkg/scheduler, where entries are ordered.
    """
    target = targeted.resolved.tenancy.kueue
    if target is None or target.fair_sharing_on is not False:
        return
    for path in _weighed(targeted.resolved):
        yield Problem(path, "the share has no effect: Kueue's fair sharing is off", "set kueue.fairSharing to true")


def _weighed(resolved: Resolved) -> Iterator[Path]:
    departments: set[str] = set()
    for team in resolved.teams.values():
        if not team.fair or not team.on(Scheduler.KUEUE):
            continue
        if team.share != 1:
            yield ("teams", team.name, "share")
        if team.department is not None:
            departments.add(team.department)
    for name in sorted(departments):
        if resolved.departments[name].share != 1:
            yield ("departments", name, "share")
