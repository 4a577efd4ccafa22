"""One component that turns a resolved tenancy into resources, on a cluster or in a folder."""

from __future__ import annotations

from pathlib import Path

import pulumi

from tenantry.backends.kueue.nodes import node_marks
from tenantry.backends.kueue.references import Reference, identity, references
from tenantry.backends.kueue.render import objects
from tenantry.pipeline import rendered
from tenantry.resolve.types import Resolved
from tenantry.stack.cluster import ClusterObject, provider_options
from tenantry.stack.config import StackConfig, Target
from tenantry.stack.manifests import ManifestFile
from tenantry.stack.nodes import Nodes


class TenancyStack(pulumi.ComponentResource):
    """A fleet's tenancy policy; its children are the generated files or the cluster's objects."""

    def __init__(self, resolved: Resolved, config: StackConfig, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("tenantry:index:Tenancy", resolved.tenancy.fleet, None, opts)
        children = self._cluster if config.target is Target.CLUSTER else self._manifests
        self.size = children(resolved, config)
        self.register_outputs({"fleet": resolved.tenancy.fleet, "resources": self.size})

    def _manifests(self, resolved: Resolved, config: StackConfig) -> int:
        files = rendered(resolved)
        for file in files:
            # Named by its place in the tree, so that another folder replaces nothing else.
            ManifestFile(
                file.path.as_posix(), config.output / Path(file.path), file.text, pulumi.ResourceOptions(parent=self)
            )
        return len(files)

    def _cluster(self, resolved: Resolved, config: StackConfig) -> int:
        options = provider_options(config, self)
        marks = node_marks(resolved)
        # Before any flavor selects the label: until its nodes carry it, a flavor's quota is without nodes.
        nodes = [] if marks is None else [Nodes(marks, pulumi.ResourceOptions(parent=self))]
        made: dict[Reference, pulumi.Resource] = {}
        for placed in objects(resolved):
            before = [made[reference] for reference in references(placed.object) if reference in made]
            before += nodes if placed.object["kind"] == "ResourceFlavor" else []
            merged = pulumi.ResourceOptions.merge(options, pulumi.ResourceOptions(depends_on=before))
            name = "/".join(part for part in identity(placed.object) if part).lower()
            made[identity(placed.object)] = ClusterObject(name, placed.object, merged)
        return len(made) + len(nodes)
