"""Caps that void guarantees."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.check.suggest import listed
from tenantry.finding import Related, Severity
from tenantry.model.document import Tenancy


@rule("QTA204", Severity.ERROR, DOCUMENT)
def cap_below_guarantees(tenancy: Tenancy) -> Iterator[Problem]:
    """A department's cap is below what its teams are guaranteed.

    What it does:
        Adds the nominal quotas of a department's teams and compares the sum with the department's `cap`, where the
        document has Kueue.

    Why:
        Kueue cannot say it: a cap is what a department's Cohort may borrow beyond the guarantees, and that cannot be
        negative.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        departments:
          science: {cap: {h100: 40}}
        teams:
          vision: {department: science, quota: {h100: 32}, namespaces: [vision]}
          speech: {department: science, quota: {h100: 16}, namespaces: [speech]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        departments:
          science: {cap: {h100: 48}}
        teams:
          vision: {department: science, quota: {h100: 32}, namespaces: [vision]}
          speech: {department: science, quota: {h100: 16}, namespaces: [speech]}

    Sources:
        Cohort, spec.resourceGroups: borrowingLimit, at least 0.
    """
    if tenancy.kueue is not None:
        yield from _below(tenancy)


@rule("QTA206", Severity.WARNING, DOCUMENT)
def cap_voids_guarantees(tenancy: Tenancy) -> Iterator[Problem]:
    """A department's cap is below what its teams are guaranteed, on Slurm alone.

    What it does:
        Adds the nominal quotas of a department's teams and compares the sum with the department's `cap`, where the
        document has Slurm alone.

    Why:
        Slurm holds the cap with a limit on the department's account. Its teams then cannot all have what they are
        guaranteed at a time: who comes last waits for a sibling to finish.

    Example:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
        departments:
          science: {cap: {h100: 40}}
        teams:
          vision: {department: science, quota: {h100: 32}}
          speech: {department: science, quota: {h100: 16}}

    Use instead:
        fleet: demo
        slurm: {release: "24.11"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          training: {flavor: h100, hosts: "gpu[01-08]", owner: slurm}
        departments:
          science: {cap: {h100: 48}}
        teams:
          vision: {department: science, quota: {h100: 32}}
          speech: {department: science, quota: {h100: 16}}

    Sources:
        sacctmgr(1): GrpTRES of a parent account counts for all of its children.
    """
    if tenancy.kueue is None:
        yield from _below(tenancy)


def _below(tenancy: Tenancy) -> Iterator[Problem]:
    for name, department in tenancy.departments.items():
        for flavor, cap in department.cap.items():
            held = {
                team: it.quota[flavor].nominal
                for team, it in tenancy.teams.items()
                if it.department == name and flavor in it.quota
            }
            total = sum(held.values())
            if isinstance(cap, int) and cap < total:
                teams = listed(f"{team} {nominal}" for team, nominal in held.items())
                message = f"the cap of {cap} {flavor} is below the {total} that its teams are guaranteed ({teams})"
                related = tuple(
                    Related(f"'{team}' is guaranteed here", ("teams", team, "quota", flavor)) for team in held
                )
                yield Problem(("departments", name, "cap", flavor), message, f"use at least {total}", related[:5])
