"""Caps of departments that borrow in several groups."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity
from tenantry.model.limit import UNLIMITED
from tenantry.resolve.types import Resolved


@rule("QTA205", Severity.WARNING, RESOLVED)
def cap_over_groups(resolved: Resolved) -> Iterator[Problem]:
    """The teams of a capped department borrow in several groups.

    What it does:
        Looks at departments with a cap whose teams that may borrow stand in more than one fair group.

    Why:
        What a department may borrow is bound where its teams of one group meet: a Cohort on Kueue, an account on
        Slurm. With two groups there are two such places, and together the teams may use more than the cap.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        groups:
          lab: {sharing: fair}
          open: {sharing: fair}
        departments:
          science: {cap: {h100: 48}}
        teams:
          vision: {group: lab, department: science, quota: {h100: 24}, namespaces: [vision]}
          speech: {group: open, department: science, quota: {h100: 16}, namespaces: [speech]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        groups:
          lab: {sharing: fair}
        departments:
          science: {cap: {h100: 48}}
        teams:
          vision: {group: lab, department: science, quota: {h100: 24}, namespaces: [vision]}
          speech: {group: lab, department: science, quota: {h100: 16}, namespaces: [speech]}

    Sources:
        docs/design.md, "What each side can say": cap of a department.
    """
    for name, department in resolved.departments.items():
        capped = {flavor for (flavor, _), cap in department.cap.items() if cap is not UNLIMITED}
        for flavor in sorted(capped):
            groups: dict[str, str] = {}
            for team in (resolved.teams[it] for it in department.teams):
                held = [it for (which, _), it in team.entitlements.items() if which == flavor and it.borrow]
                if held and team.group:
                    groups.setdefault(team.group, team.name)
            if len(groups) > 1:
                message = f"department '{name}' borrows {flavor} in the groups {listed(groups)}, each up to its cap"
                related = tuple(Related(f"in group '{it}'", ("teams", team, "group")) for it, team in groups.items())
                yield Problem(("departments", name, "cap", flavor), message, "put its teams into one group", related)
