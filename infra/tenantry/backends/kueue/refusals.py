"""What Kueue's API would refuse, though the document is sound. Source: the validation in Kueue's CRDs, 0.9 to 0.19."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tenantry.backends.kueue.facts import Gate
from tenantry.backends.kueue.flavors import resource_flavors
from tenantry.backends.kueue.integrations import ON_PODS, available
from tenantry.backends.kueue.nodes import is_node_name
from tenantry.backends.kueue.quotas import covered_resources
from tenantry.backends.kueue.view import KUEUE, KueueView
from tenantry.check.target import Refusal
from tenantry.finding import Path
from tenantry.model.fleet import Topology
from tenantry.model.limit import UNLIMITED
from tenantry.model.scheduler import Owner
from tenantry.resolve.types import Resolved

HOSTNAME = "kubernetes.io/hostname"
MOST_LABELS = 8
"""``maxProperties`` of a ResourceFlavor's ``nodeLabels``, in every release."""


def refusals(resolved: Resolved) -> Iterator[Refusal]:
    """See :meth:`tenantry.backends.base.Backend.refusals`; a release outside the table is refused as such elsewhere."""
    view = KueueView.of(resolved)
    if view is None:
        return
    for name in sorted({flavor.topology for flavor in view.flavors.values() if flavor.topology}):
        yield from _levels(view, name, resolved.tenancy.topologies[name])
    yield from _flavors(view)
    yield from _groups(view)
    yield from _hosts(view)
    yield from _switches(view)


def _switches(view: KueueView) -> Iterator[Refusal]:
    """What the document asks of the controller and its release does not have."""
    release, asked = view.target.release, view.target.configuration
    if view.target.admission_fair_sharing and view.facts.admission_fair_sharing is Gate.ABSENT:
        message = f"Kueue {release} has no admission fair sharing"
        yield Refusal(("kueue", "admissionFairSharing"), message, "it came with 0.12")
    oldest, cluster = view.facts.oldest_kubernetes, view.target.kubernetes
    if cluster is not None and tuple(map(int, cluster.split("."))) < oldest:
        message = f"Kueue {release} does not run on Kubernetes {cluster}"
        yield Refusal(("kueue", "kubernetes"), message, f"it needs {oldest[0]}.{oldest[1]} or later")
    wanted = (asked and asked.integrations) or ()
    for at, name in enumerate(wanted):
        path = ("kueue", "configuration", "integrations", at)
        if name not in available(release):
            help_text = f"it has {', '.join(available(release))}"
            yield Refusal(path, f"Kueue {release} does not manage '{name}'", help_text)
        elif name in ON_PODS and "pod" not in wanted:
            yield Refusal(path, f"'{name}' is managed by its pods, and 'pod' is not listed", "add pod")


def _hosts(view: KueueView) -> Iterator[Refusal]:
    """Hosts whose names no node can have."""
    for name, pool in view.resolved.pools.items():
        wrong = [host for host in pool.hosts if not is_node_name(host)]
        if pool.owner is Owner.KUEUE and wrong:
            message = f"no node of Kubernetes can be called '{wrong[0]}'"
            help_text = "use the node's name: lower-case letters, digits, '-' and '.'"
            yield Refusal(("pools", name, "hosts"), message, help_text)


def _groups(view: KueueView) -> Iterator[Refusal]:
    """Resource groups with more flavors, or more resources, than one holds."""
    for queue in view.queues():
        yield from _group(view, queue.held, f"team '{queue.team.name}'", ("teams", queue.team.name, "quota"))
    if view.pool:
        yield from _group(view, view.flavors, "the fleet", ("flavors",))
    for department in view.resolved.departments.values():
        capped = [flavor for flavor in view.flavors if department.cap.get((flavor, KUEUE), UNLIMITED) is not UNLIMITED]
        path = ("departments", department.name, "cap")
        yield from _group(view, capped, f"department '{department.name}'", path)


def _group(view: KueueView, names: Iterable[str], whose: str, path: Path) -> Iterator[Refusal]:
    flavors = [view.resolved.flavors[name] for name in names]
    most, release = view.facts.most_flavors, view.target.release
    for count, what in ((len(flavors), "flavors"), (len(covered_resources(flavors)), "resources")):
        if count > most:
            message = f"{whose} has {count} {what} in one resource group"
            yield Refusal(path, message, f"Kueue {release} takes at most {most}")
            return


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
        labels = made["spec"].get("nodeLabels", {})
        if len(labels) > MOST_LABELS:
            message = f"the nodes of flavor '{flavor.name}' are chosen by {len(labels)} labels: {', '.join(labels)}"
            help_text = f"Kueue takes at most {MOST_LABELS}, those of the GPU model and of ownership included"
            yield Refusal(("flavors", flavor.name), message, help_text)
        if flavor.topology and not labels:
            message = f"flavor '{flavor.name}' has a topology and no node label"
            yield Refusal(("flavors", flavor.name, "topology"), message, "add nodeLabels that select its nodes")
