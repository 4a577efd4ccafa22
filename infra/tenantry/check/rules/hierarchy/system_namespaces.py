"""Namespaces of Kubernetes' own as a team's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy

SYSTEM: Final = frozenset({"default", "kube-system", "kube-public", "kube-node-lease", "kueue-system"})


@rule("TEN107", Severity.ERROR, DOCUMENT)
def system_namespace(tenancy: Tenancy) -> Iterator[Problem]:
    """A namespace that the cluster itself needs would be made and removed as a team's.

    What it does:
        With `kueue.createNamespaces`, compares the teams' namespaces with those that Kubernetes and Kueue have from
        the start: default, kube-system, kube-public, kube-node-lease and kueue-system.

    Why:
        What is created here is deleted when the team goes, with all that is in it.

    Example:
        fleet: demo
        kueue: {release: "0.17", createNamespaces: true}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [kube-system]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17", createNamespaces: true}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/#initial-namespaces
    """
    if tenancy.kueue is None or not tenancy.kueue.create_namespaces:
        return
    for name, team in tenancy.teams.items():
        for at, namespace in enumerate(team.namespaces):
            if namespace in SYSTEM:
                path = ("teams", name, "namespaces", at)
                message = f"'{namespace}' is the cluster's own, and createNamespaces would make it the team's"
                yield Problem(path, message, "use a namespace of the team's own")
