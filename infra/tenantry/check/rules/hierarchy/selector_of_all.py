"""Selectors that let every namespace in."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Severity
from tenantry.model.document import Tenancy


@rule("KUE103", Severity.WARNING, DOCUMENT)
def selector_of_all(tenancy: Tenancy) -> Iterator[Problem]:
    """A team's namespace selector is empty and lets every namespace in.

    What it does:
        Looks for `namespaceSelector: {}`.

    Why:
        To Kubernetes an empty selector selects everything: whoever may make a LocalQueue anywhere may use the team's
        quota.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision], namespaceSelector: {}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        ClusterQueue, spec.namespaceSelector: "an empty selector matches all objects".
    """
    if tenancy.kueue is None:
        return
    for name, team in tenancy.teams.items():
        if team.namespace_selector == {}:
            path = ("teams", name, "namespaceSelector")
            message = f"every namespace may use the queue of team '{name}'"
            yield Problem(path, message, "name labels, or leave it out: the team's namespaces alone may then")
