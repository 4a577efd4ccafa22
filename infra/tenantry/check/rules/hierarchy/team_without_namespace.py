"""Teams on Kueue that nothing can be submitted to."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Severity
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


@rule("TEN202", Severity.WARNING, RESOLVED)
def team_without_namespace(resolved: Resolved) -> Iterator[Problem]:
    """A team has quota on Kueue but no namespace.

    What it does:
        Names teams with quota on Kueue whose `namespaces` is empty.

    Why:
        Work reaches a ClusterQueue through a LocalQueue, and a LocalQueue stands in a namespace. Without one the
        quota is reserved and nobody can use it.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        https://kueue.sigs.k8s.io/docs/concepts/local_queue/
    """
    for name, team in resolved.teams.items():
        if team.on(Scheduler.KUEUE) and not team.namespaces:
            message = f"team '{name}' has quota on Kueue and no namespace, so it gets no LocalQueue"
            yield Problem(("teams", name), message, f"add teams.{name}.namespaces")
