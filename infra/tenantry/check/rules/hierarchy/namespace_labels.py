"""Teams that ask different labels of one namespace."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import DOCUMENT, Problem, rule
from tenantry.finding import Path, Related, Severity
from tenantry.model.document import Tenancy


@rule("TEN106", Severity.ERROR, DOCUMENT)
def namespace_labels_differ(tenancy: Tenancy) -> Iterator[Problem]:
    """Two teams share a namespace and ask different values of one of its labels.

    What it does:
        Compares the `namespaceSelector` of teams that have a namespace in common, label by label.

    Why:
        A label has one value. One of the two ClusterQueues would never let the namespace in, and its LocalQueue there
        would hold every job back.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [notebooks], namespaceSelector: {queue: vision}}
          speech: {quota: {h100: 24}, namespaces: [notebooks], namespaceSelector: {queue: speech}}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        teams:
          vision: {quota: {h100: 40}, namespaces: [notebooks], namespaceSelector: {queue-vision: allowed}}
          speech: {quota: {h100: 24}, namespaces: [notebooks], namespaceSelector: {queue-speech: allowed}}

    Sources:
        ClusterQueue, spec.namespaceSelector.
    """
    first: dict[tuple[str, str], tuple[str, str]] = {}
    for name, team in tenancy.teams.items():
        for namespace in team.namespaces:
            for label, value in (team.namespace_selector or {}).items():
                other, wanted = first.setdefault((namespace, label), (name, value))
                if wanted != value:
                    path: Path = ("teams", name, "namespaceSelector", label)
                    message = f"namespace '{namespace}' cannot have {label}={value} and {label}={wanted}"
                    related = (Related(f"'{other}' asks for {wanted}", ("teams", other, "namespaceSelector", label)),)
                    yield Problem(path, message, "use a label of its own for each team", related)
