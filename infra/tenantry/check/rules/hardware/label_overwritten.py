"""Ownership labels that take the place of a flavor's own."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Path, Related, Severity
from tenantry.model.scheduler import Owner, Scheduler
from tenantry.resolve.types import Resolved


@rule("NOD117", Severity.ERROR, RESOLVED)
def label_overwritten(resolved: Resolved) -> Iterator[Problem]:
    """The label of ownership is one that selects a flavor's nodes.

    What it does:
        Compares `ownership.label` and `ownership.existing` with the node labels of every flavor, that of the GPU
        model among them.

    Why:
        A label has one value: the flavor would select all nodes of the owner, whatever their hardware.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        ownership: {label: nvidia.com/gpu.product}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        ownership: {label: tenancy.example.com/owner}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

    Sources:
        ResourceFlavor, spec.nodeLabels.
    """
    ownership = resolved.tenancy.ownership
    if ownership is None or Scheduler.KUEUE not in resolved.schedulers:
        return
    marks: dict[str, tuple[str, Path]] = {
        key: (value, ("ownership", "existing", key)) for key, value in ownership.existing.items()
    }
    if ownership.label is not None:
        marks[ownership.label] = (Owner.KUEUE.value, ("ownership", "label"))
    for flavor in resolved.flavors.values():
        for key, value in flavor.node_labels:
            stated, path = marks.get(key, (value, ()))
            if stated != value:
                message = f"{key}={stated} would take the place of {key}={value} on flavor '{flavor.name}'"
                related = (Related(f"flavor '{flavor.name}' is here", ("flavors", flavor.name)),)
                yield Problem(path, message, "use a label of its own for ownership", related)
