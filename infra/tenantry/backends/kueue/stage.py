"""The stage of rules about Kueue's manifests, and what they work on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tenantry.backends.kueue.fields.table import fields, kinds
from tenantry.backends.kueue.fields.walk import Found, walk
from tenantry.backends.kueue.marks import Mark, owner_of
from tenantry.backends.kueue.match import Selected
from tenantry.backends.kueue.parse.kinds import (
    ClusterQueue,
    Cohort,
    Configuration,
    LocalQueue,
    Node,
    ResourceFlavor,
    ResourceGroup,
    Topology,
)
from tenantry.backends.kueue.parse.manifest import Manifest
from tenantry.backends.kueue.parse.read import Objects
from tenantry.check.rule import Stage
from tenantry.finding import Location
from tenantry.model.document import Tenancy


@dataclass(frozen=True, slots=True)
class SlurmHost:
    """A node of a slurm.conf that was given with the manifests."""

    name: str
    idle: bool
    """Whether Slurm places nothing on it now."""
    at: Location


@dataclass(frozen=True)
class Files:
    """Manifests and the release they are judged by."""

    objects: Objects
    nodes: tuple[Node, ...]
    """The nodes of the cluster; none where no file with them was given. Nodes among the manifests are not: whoever
    writes a label on a node writes a Node."""
    release: str
    """One of ``facts.RELEASES``."""
    assumed: bool = False
    """Whether nobody said which release it is."""
    document: Tenancy | None = None
    """The document that was given with the manifests."""
    slurm: tuple[SlurmHost, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every file could be read and is filled in, so that what is not there is missing."""
        return self.objects.whole

    @cached_property
    def selected(self) -> Selected:
        """The nodes by the labels that flavors select."""
        return Selected(self.nodes)

    @cached_property
    def marks(self) -> Mapping[str, Mark]:
        """The nodes that other software marks as Slurm's, by name."""
        marked = ((node.name, owner_of(node.manifest.said.plain)) for node in self.nodes)
        return {name: mark for name, mark in marked if mark is not None}

    @cached_property
    def flavors(self) -> Mapping[str, ResourceFlavor]:
        """By name; of two with one name the last, as the API server keeps it."""
        return {it.name: it for it in self.objects.of(ResourceFlavor)}

    @cached_property
    def topologies(self) -> Mapping[str, Topology]:
        """By name."""
        return {it.name: it for it in self.objects.of(Topology)}

    @cached_property
    def cohorts(self) -> Mapping[str, Cohort]:
        """By name."""
        return {it.name: it for it in self.objects.of(Cohort)}

    @cached_property
    def queues(self) -> Mapping[str, ClusterQueue]:
        """By name."""
        return {it.name: it for it in self.objects.of(ClusterQueue)}

    @cached_property
    def local_queues(self) -> Mapping[tuple[str, str], LocalQueue]:
        """By namespace and name."""
        return {(it.namespace, it.name): it for it in self.objects.of(LocalQueue)}

    @cached_property
    def configuration(self) -> Configuration | None:
        """What Kueue is configured with, where a file holds it."""
        return next(iter(self.objects.of(Configuration)), None)

    @property
    def holders(self) -> Iterator[ClusterQueue | Cohort]:
        """Everything that has quotas."""
        yield from self.queues.values()
        yield from self.cohorts.values()

    @property
    def groups(self) -> Iterator[tuple[ClusterQueue | Cohort, ResourceGroup]]:
        """Every resource group with what it stands in."""
        return ((holder, group) for holder in self.holders for group in holder.groups)

    @cached_property
    def walked(self) -> Sequence[tuple[Manifest, Found]]:
        """Every value of every object whose kind and version the release serves."""
        return [
            (manifest, found)
            for manifest in self.objects.kueue()
            if manifest.kind in kinds() and (table := fields(self.release, manifest.kind, manifest.version))
            for found in walk(manifest.said, table)
        ]


FILES: Final[Stage[Files]] = Stage("kueue files", "tenantry.backends.kueue.rules")
"""On Kueue's manifests; paths of problems are places in them."""
