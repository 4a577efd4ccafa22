"""What Slurm, or the release the document names, would refuse of a sound document.

Sources: topology.conf(5), gres.conf(5) and slurm.conf(5) of each release.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.slurm.at_start import at_start
from tenantry.backends.slurm.overlay import overlaid
from tenantry.backends.slurm.passthrough import passthrough
from tenantry.backends.slurm.policy import weights_fit
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.shapes import shapes
from tenantry.backends.slurm.topologies import topologies
from tenantry.check.target import Refusal
from tenantry.resolve.types import Resolved

MOST_CLUSTER: Final = 40
"""Characters of ClusterName: slurmdbd names tables after it, ``<cluster>_assoc_usage_month_table``, and MariaDB's names
end at 64 (tried on 24.11 and 26.05: the cluster is never registered)."""


def refusals(resolved: Resolved) -> Iterator[Refusal]:
    """See :meth:`tenantry.backends.base.Backend.refusals`; a release outside the table is refused as such elsewhere."""
    found = tuple(_of_the_policy(resolved))
    yield from found or overlaid(resolved)


def _of_the_policy(resolved: Resolved) -> Iterator[Refusal]:
    scope = Scope(resolved)
    if len(scope.cluster) > MOST_CLUSTER:
        message = f"the fleet's name has {len(scope.cluster)} characters"
        yield Refusal(("fleet",), message, f"use at most {MOST_CLUSTER}, which slurmdbd's tables have room for")
    yield from topologies(scope)
    yield from shapes(scope)
    yield from _auto_detect(scope)
    yield from _instances(scope)
    yield from passthrough(scope)
    yield from at_start(scope)
    if not weights_fit(scope):
        message = f"{len(scope.resolved.tiers)} tiers are more than PriorityWeightQOS, a 32-bit number, can keep apart"
        yield Refusal(("tiers",), message, "use fewer tiers")


def _instances(scope: Scope) -> Iterator[Refusal]:
    """22.05 makes a device of every file of an instance as soon as any node of the cluster has shards."""
    gpus = {name: scope.resolved.tenancy.flavors[name].gpu for name in scope.flavors}
    if scope.facts.instances_beside_shards or not any(gpu and gpu.shards for gpu in gpus.values()):
        return
    for name in (name for name, gpu in gpus.items() if gpu and gpu.mig):
        message = f"Slurm {scope.target.release} takes MIG instances apart where other GPUs are shared"
        yield Refusal(("flavors", name, "gpu", "mig"), message, "share no GPUs, or use Slurm 23.02 or later")


def _auto_detect(scope: Scope) -> Iterator[Refusal]:
    for name in scope.flavors:
        gpu = scope.resolved.tenancy.flavors[name].gpu
        if gpu is not None and gpu.auto_detect not in scope.facts.auto_detect:
            message = f"Slurm {scope.target.release} has no AutoDetect={gpu.auto_detect}"
            help_text = f"use one of {', '.join(sorted(scope.facts.auto_detect))}"
            yield Refusal(("flavors", name, "gpu", "autoDetect"), message, help_text)
