"""What ties a policy to one team's namespaces and to what is known of the team."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tenantry.backends.kueue.admission.kinds import CORE, JOBS, SERVICES, Kinds
from tenantry.backends.kueue.admission.params import HeldTeam
from tenantry.backends.kueue.canonical import NAMESPACE_NAME
from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.view import KueueView

PARAM_KIND = {"apiVersion": "v1", "kind": "ConfigMap"}
ANY: Object = {}
"""A selector that takes everything; the server keeps it written out."""


def policy(api: str, kind: str, name: str, spec: Object) -> Object:
    """An object of the cluster, its spec in alphabetical order as the API's defaults are laid in."""
    return {"apiVersion": api, "kind": kind, "metadata": {"name": name}, "spec": dict(sorted(spec.items()))}


def constraints(rules: list[Object], namespaces: Iterable[str] | None = None) -> Object:
    """Which requests match: by rules, by the names of namespaces, or by both."""
    chosen: Object = ANY
    if namespaces is not None:
        expression = {"key": NAMESPACE_NAME, "operator": "In", "values": sorted(namespaces)}
        chosen = {"matchExpressions": [expression]}
    found: Object = {"matchPolicy": "Equivalent", "namespaceSelector": chosen, "objectSelector": ANY}
    return found | ({"resourceRules": rules} if rules else {})


def work_rules(*operations: str) -> list[Object]:
    """Rules over every kind of work that Kueue queues; a kind that the cluster does not have matches nothing."""
    return [rule(kinds, *operations) for kinds in (CORE, *JOBS, *SERVICES)]


def rule(kinds: Kinds, *operations: str) -> Object:
    """One rule over all versions of some kinds."""
    found: dict[str, Any] = {
        "apiGroups": [kinds.group],
        "apiVersions": ["*"],
        "operations": list(operations),
        "resources": list(kinds.resources),
        "scope": "*",
    }
    return found


def binding(view: KueueView, api: str, kind: str, part: str, held: HeldTeam) -> Object:
    """Ties policy ``part`` to a team. Without the team's parameters it denies: to lose them must not open a door."""
    names, team = view.names, held.team
    spec: Object = {
        "matchResources": constraints([], team.namespaces),
        "paramRef": {
            "name": names.admission(team.name),
            "namespace": view.target.namespace,
            "parameterNotFoundAction": "Deny",
        },
        "policyName": names.admission(part),
    }
    if kind.startswith("Validating"):
        spec["validationActions"] = ["Deny"]
    return policy(api, kind, names.admission(team.name, part), spec)
