"""Objects that would get one name."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.generated import Generated, generated
from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Related, Severity
from tenantry.resolve.types import Resolved


@rule("NAM102", Severity.ERROR, RESOLVED)
def same_name(resolved: Resolved) -> Iterator[Problem]:
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
        DESIGN.md, "Files written": one object a file.
    """
    first: dict[tuple[str, str, str], Generated] = {}
    for made in generated(resolved):
        other = first.setdefault((made.kind, made.scope, made.name), made)
        if other is not made:
            where = f" in namespace '{made.scope}'" if made.scope else ""
            message = f"{other.what} and {made.what} would both be the {made.kind} '{made.name}'{where}"
            related = (Related(f"{other.what} is here", other.path),)
            yield Problem(made.path, message, _help(made, other), related)


def _help(made: Generated, other: Generated) -> str:
    patterns = sorted({f"naming.{it.pattern}" for it in (made, other) if it.pattern})
    return f"rename one of the two{', or set ' + patterns[0] if patterns else ''}"
