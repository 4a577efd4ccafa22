"""What Kueue's API would refuse, though the document is sound. Source: the validation in Kueue's CRDs, 0.9 to 0.19."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.kueue.flavors import resource_flavors
from tenantry.backends.kueue.view import KueueView
from tenantry.check.target import Refusal
from tenantry.model.fleet import Topology
from tenantry.resolve.types import Resolved

HOSTNAME = "kubernetes.io/hostname"


def refusals(resolved: Resolved) -> Iterator[Refusal]:
    """See :meth:`tenantry.backends.base.Backend.refusals`; a release outside the table is refused as such elsewhere."""
    view = KueueView.of(resolved)
    if view is None:
        return
    for name in sorted({flavor.topology for flavor in view.flavors.values() if flavor.topology}):
        yield from _levels(view, name, resolved.tenancy.topologies[name])
    yield from _flavors(view)
    for queue in view.queues():
        if len(queue.held) > view.facts.most_flavors:
            message = f"team '{queue.team.name}' holds {len(queue.held)} flavors in one queue"
            help_text = f"a ClusterQueue of Kueue {view.target.release} takes at most {view.facts.most_flavors}"
            yield Refusal(("teams", queue.team.name, "quota"), message, help_text)


def _levels(view: KueueView, name: str, topology: Topology) -> Iterator[Refusal]:
    labels = [level.label for level in topology.levels]
    for at, label in enumerate(labels):
        path = ("topologies", name, "levels", at, "label")
        if label in labels[:at]:
            yield Refusal(path, f"two levels have the label {label}", "give each level its own label")
        elif label == HOSTNAME and at + 1 < len(labels):
            yield Refusal(path, f"{HOSTNAME} stands above another level", "make it the last level")
    if len(labels) > view.facts.most_levels:
        message = f"the topology has {len(labels)} levels"
        help_text = f"Kueue {view.target.release} takes at most {view.facts.most_levels}"
        yield Refusal(("topologies", name, "levels"), message, help_text)


def _flavors(view: KueueView) -> Iterator[Refusal]:
    for flavor, made in zip(view.flavors.values(), resource_flavors(view), strict=True):
        if flavor.topology and not made["spec"].get("nodeLabels"):
            message = f"flavor '{flavor.name}' has a topology and no node label"
            yield Refusal(("flavors", flavor.name, "topology"), message, "add nodeLabels that select its nodes")
