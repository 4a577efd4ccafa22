"""Namespaces of Kubernetes' own as a team's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy

SYSTEM: Final = frozenset({"kube-system", "kube-public", "kube-node-lease", "kueue-system"})
MADE: Final = SYSTEM | {"default"}


@rule("TEN107", Severity.ERROR, DOCUMENT)
def system_namespace(tenancy: Tenancy) -> Iterator[Problem]:
    """A namespace that the cluster itself needs would be made, held or opened as a team's.

    What it does:
        Compares the teams' namespaces with those that Kubernetes and Kueue have from the start: kube-system,
        kube-public, kube-node-lease, kueue-system and `kueue.namespace`, and with `kueue.createNamespaces` default.
        Says nothing where the document makes no namespaces, names no `kueue.kubernetes` and gives the team no `access`.

    Why:
        What is created here is deleted when the team goes, with all that is in it. Admission policies would hold the
        cluster's own work to the team's queues, and who may run pods beside Kueue's controller can take its place.

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
    kueue = tenancy.kueue
    if kueue is None:
        return
    own = (MADE if kueue.create_namespaces else SYSTEM) | {kueue.namespace}
    for name, team in tenancy.teams.items():
        if not (kueue.create_namespaces or kueue.kubernetes or team.access):
            continue
        for at, namespace in enumerate(team.namespaces):
            if namespace in own:
                path = ("teams", name, "namespaces", at)
                message = f"'{namespace}' is the cluster's own, and what is written would treat it as the team's"
                yield Problem(path, message, "use a namespace of the team's own")
