"""The objects of all policies, in an order in which each refers only to what came before."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.admission.bindings import binding
from tenantry.backends.kueue.admission.kubernetes import mutating_version, validates
from tenantry.backends.kueue.admission.mutating import DEFAULTS_PART, defaults_policy
from tenantry.backends.kueue.admission.mutating import KIND as MUTATING
from tenantry.backends.kueue.admission.params import held_teams, parameters, per_job
from tenantry.backends.kueue.admission.validating import API, JOBS_PART, WORKLOADS_PART, jobs_policy, workloads_policy
from tenantry.backends.kueue.admission.validating import KIND as VALIDATING
from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.view import KueueView

BINDING = "Binding"


def admission(view: KueueView) -> Iterator[tuple[Object, str | None]]:
    """Each object with the team whose it is; nothing where the document does not name a release that has policies."""
    teams = held_teams(view)
    if not teams or not validates(view.target):
        return
    limited = tuple(sorted({resource for held in teams for resource in per_job(view, held.team)}))
    api = mutating_version(view.target)
    parts = [(API, VALIDATING, JOBS_PART)]
    yield jobs_policy(view, limited), None
    if limited or any(view.resolved.tenancy.tiers[tier.name].checkpoint for tier in view.tiers):
        parts.append((API, VALIDATING, WORKLOADS_PART))
        yield workloads_policy(view, limited), None
    if api is not None and view.tiers:
        parts.append((api, MUTATING, DEFAULTS_PART))
        yield defaults_policy(view, api), None
    for held in teams:
        yield parameters(view, held), held.team.name
        for version, kind, part in parts:
            yield binding(view, version, kind + BINDING, part, held), held.team.name
