"""Who may run work in a team's namespaces: a role for all of them, bound in each to the team's groups of users.

The role holds work and looks at queues. Whoever may write a LocalQueue could point one at another team's ClusterQueue,
so it holds none of Kueue's objects, nor what the admission policies stand on: those are the administrators'.
"""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.admission.kinds import JOBS
from tenantry.backends.kueue.facts import GROUP as KUEUE_GROUP
from tenantry.backends.kueue.flavors import Object
from tenantry.backends.kueue.view import KueueView
from tenantry.resolve.types import ResolvedTeam

GROUP = "rbac.authorization.k8s.io"
API = f"{GROUP}/v1"
READ = ["get", "list", "watch"]
WORK = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"]
MEMBERS_PART = "members"


def access(view: KueueView) -> Iterator[tuple[Object, str | None]]:
    """The role, then a RoleBinding in each namespace of a team that names groups; nothing where none does."""
    teams = [team for team in view.teams if team.access and team.namespaces]
    if teams:
        yield _role(view), None
    for team in teams:
        for namespace in team.namespaces:
            yield _binding(view, team, namespace), team.name


def _role(view: KueueView) -> Object:
    rules = [
        *(_rule(kinds.group, kinds.resources, WORK) for kinds in JOBS),
        _rule("", ("pods",), WORK),
        _rule("", ("pods/log",), ["get"]),
        _rule("", ("events",), READ),
        _rule(KUEUE_GROUP, ("localqueues", "workloads"), READ),
    ]
    metadata = {"name": view.names.admission(MEMBERS_PART)}
    return {"apiVersion": API, "kind": "ClusterRole", "metadata": metadata, "rules": rules}


def _rule(group: str, resources: tuple[str, ...], verbs: list[str]) -> Object:
    return {"apiGroups": [group], "resources": list(resources), "verbs": list(verbs)}


def _binding(view: KueueView, team: ResolvedTeam, namespace: str) -> Object:
    return {
        "apiVersion": API,
        "kind": "RoleBinding",
        "metadata": {"name": view.names.admission(team.name, MEMBERS_PART), "namespace": namespace},
        "roleRef": {"apiGroup": GROUP, "kind": "ClusterRole", "name": view.names.admission(MEMBERS_PART)},
        "subjects": [{"apiGroup": GROUP, "kind": "Group", "name": group} for group in sorted(team.access)],
    }
