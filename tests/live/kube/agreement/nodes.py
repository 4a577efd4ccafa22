"""The nodes of a document, as its cluster has them."""

from __future__ import annotations

from tenantry.model.scheduler import Owner
from tenantry.resolve.types import Resolved
from tests.live.kube.control_plane import ControlPlane


def add_nodes(plane: ControlPlane, resolved: Resolved) -> None:
    """The nodes of a document's pools, with the labels of their flavor, owner and place: none where it has no pools."""
    tenancy = resolved.tenancy
    for pool in resolved.pools.values():
        flavor = resolved.flavors[pool.flavor]
        labels = dict(flavor.node_labels)
        if tenancy.ownership is not None and tenancy.ownership.label is not None:
            labels[tenancy.ownership.label] = pool.owner.value
        if pool.owner is Owner.KUEUE:
            amounts = {
                flavor.resource: str(flavor.devices_per_node),
                "cpu": f"{flavor.allocatable_milli_cpu}m",
                "memory": str(flavor.allocatable_memory),
            }
            for host in pool.hosts:
                plane.nodes([host], resources=amounts, labels={**labels, **places(resolved, flavor.topology, host)})


def places(resolved: Resolved, topology: str | None, host: str) -> dict[str, str]:
    """Level's label to where in it a host stands."""
    if topology is None:
        return {}
    found, place = {}, host
    for level in reversed(resolved.tenancy.topologies[topology].levels):
        names = [name for name, members in level.members.items() if place in members]
        if names:
            place = names[0]
            found[level.label] = place
    return found
