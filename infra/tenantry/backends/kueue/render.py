"""Kueue's objects as data, and as files: one object a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tenantry.backends.base import RenderedFile
from tenantry.backends.kueue.admission.render import admission
from tenantry.backends.kueue.cohorts import cohorts
from tenantry.backends.kueue.configuration import configuration_maps
from tenantry.backends.kueue.flavors import Object, priority_classes, resource_flavors, topologies
from tenantry.backends.kueue.nodes import node_files
from tenantry.backends.kueue.queues import cluster_queue, local_queues, namespaces
from tenantry.backends.kueue.rbac import access
from tenantry.backends.kueue.references import identity
from tenantry.backends.kueue.view import KueueView
from tenantry.emit import to_yaml
from tenantry.header import with_header
from tenantry.resolve.types import Resolved

ROOT = PurePosixPath("kueue")


@dataclass(frozen=True, slots=True)
class Placed:
    """One object, and the team whose folder it stands in (None: shared)."""

    object: Object
    team: str | None = None

    @property
    def path(self) -> PurePosixPath:
        """``kueue/<kind>-<name>.yaml``, or that under ``kueue/teams/<team>``; a namespace stands before the name."""
        kind, namespace, name = identity(self.object)
        # A dot, which no generated name has: with a dash, two objects could get one file.
        full = f"{namespace}.{name}" if namespace else name
        folder = ROOT if self.team is None else ROOT / "teams" / self.team
        return folder / f"{kind.lower()}-{full}.yaml"


def objects(resolved: Resolved) -> list[Placed]:
    """Every object, in an order in which each refers only to what came before; empty without Kueue."""
    view = KueueView.of(resolved)
    return [] if view is None else list(_objects(view))


def _objects(view: KueueView) -> Iterator[Placed]:
    for shared in (configuration_maps, topologies, resource_flavors, priority_classes, cohorts, namespaces):
        yield from (Placed(found) for found in shared(view))
    for queue in view.queues():
        yield Placed(cluster_queue(view, queue), queue.team.name)
        yield from (Placed(found, queue.team.name) for found in local_queues(view, queue))
    for owned in (access, admission):
        yield from (Placed(found, team) for found, team in owned(view))


def render(resolved: Resolved) -> tuple[RenderedFile, ...]:
    """One file an object, and the marks of the nodes; sorted by path."""
    fleet = resolved.tenancy.fleet
    files = (RenderedFile(placed.path, with_header(to_yaml(placed.object), fleet)) for placed in objects(resolved))
    return tuple(sorted((*files, *node_files(resolved))))
