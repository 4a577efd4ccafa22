"""What Slurm, or the release the document names, would refuse of a sound document.

Sources: topology.conf(5), gres.conf(5) and slurm.conf(5) of each release.
"""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.passthrough import passthrough
from tenantry.backends.slurm.policy import weights_fit
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import named
from tenantry.check.target import Refusal
from tenantry.resolve.types import Resolved


def refusals(resolved: Resolved) -> Iterator[Refusal]:
    """See :meth:`tenantry.backends.base.Backend.refusals`; a release outside the table is refused as such elsewhere."""
    scope = Scope(resolved)
    yield from _topologies(scope)
    yield from _auto_detect(scope)
    yield from passthrough(scope)
    if not weights_fit(scope):
        message = f"{len(scope.resolved.tiers)} tiers are more than PriorityWeightQOS, a 32-bit number, can keep apart"
        yield Refusal(("tiers",), message, "use fewer tiers")


def _topologies(scope: Scope) -> Iterator[Refusal]:
    release, topologies = scope.target.release, {name: scope.resolved.tenancy.topologies[name] for name in named(scope)}
    blocks = [name for name, topology in topologies.items() if topology.kind == "block"]
    if not scope.facts.topology_block:
        for name in blocks:
            message = f"Slurm {release} has no block topology"
            yield Refusal(("topologies", name, "kind"), message, "write kind: tree, or use Slurm 23.11 or later")
    elif not scope.facts.topology_yaml:
        if 0 < len(blocks) < len(topologies):
            message = f"Slurm {release} has one topology for the whole cluster: trees or blocks, not both"
            yield Refusal(("topologies", blocks[0], "kind"), message, "use one kind, or Slurm 25.05 or later")
        sizes = {topologies[name].block_sizes for name in blocks}
        if len(sizes) > 1:
            message = f"Slurm {release} has one list of block sizes for the whole cluster"
            yield Refusal(("topologies", blocks[-1]), message, "use the same blockSizes, or Slurm 25.05 or later")


def _auto_detect(scope: Scope) -> Iterator[Refusal]:
    for name in scope.flavors:
        gpu = scope.resolved.tenancy.flavors[name].gpu
        if gpu is not None and gpu.auto_detect not in scope.facts.auto_detect:
            message = f"Slurm {scope.target.release} has no AutoDetect={gpu.auto_detect}"
            help_text = f"use one of {', '.join(sorted(scope.facts.auto_detect))}"
            yield Refusal(("flavors", name, "gpu", "autoDetect"), message, help_text)
