"""Objects that would get one name."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import TARGETS, Problem, rule
from tenantry.check.target import Named, Targeted
from tenantry.finding import Related, Severity


@rule("NAM102", Severity.ERROR, TARGETS)
def same_name(targeted: Targeted) -> Iterator[Problem]:
    """Two things in the document would become one object.

    What it does:
        Fills in the naming patterns for everything that is written and compares the names within each kind: accounts,
        QOS, partitions, ClusterQueues, LocalQueues of one namespace, Cohorts and so on. A team's CPU flavors have a
        queue of their own with `-cpu` at its end.

    Why:
        The second object would overwrite the first, and one of two teams would have the other's quota.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        naming: {clusterQueue: team-cq}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}
          speech: {quota: {h100: 24}, namespaces: [speech]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        naming: {clusterQueue: "team-{team}-cq"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}
          speech: {quota: {h100: 24}, namespaces: [speech]}

    Sources:
        kubectl apply and sacctmgr: a name of one kind is one object.
    """
    first: dict[tuple[str, str, str], Named] = {}
    for made in targeted.names:
        other = first.setdefault((made.kind, made.namespace, made.name), made)
        if other is not made:
            where = f" in namespace '{made.namespace}'" if made.namespace else ""
            message = f"{other.what} and {made.what} would both be the {made.kind} '{made.name}'{where}"
            related = (Related(f"{other.what} is here", other.path),)
            yield Problem(made.path, message, _help(made, other), related)


def _help(made: Named, other: Named) -> str:
    patterns = sorted({f"naming.{it.pattern}" for it in (made, other) if it.pattern})
    return f"rename one of the two{', or set ' + patterns[0] if patterns else ''}"
