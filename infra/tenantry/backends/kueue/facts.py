"""Facts of Kueue releases: which API version each kind is written in, and what a version calls its fields.

Source: Kueue's CRDs, config/components/crd/bases of the newest patch of every minor release.
"""

from __future__ import annotations

from dataclasses import dataclass

GROUP = "kueue.x-k8s.io"


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """What one minor release of Kueue serves."""

    queue_version: str
    """Version of ClusterQueue, LocalQueue, ResourceFlavor and WorkloadPriorityClass."""
    cohort_version: str
    topology_version: str
    cohort_field: str
    """What a ClusterQueue calls its cohort."""
    parent_field: str
    """What a Cohort calls its parent."""
    cohort_fair_sharing: bool
    """Whether a Cohort carries a weight (0.11 and later)."""
    most_levels: int
    """Levels of a Topology: 8, and 16 from 0.13 on."""
    most_flavors: int
    """Flavors in one resource group: 16, and 64 from 0.14 on."""


def _facts(
    queue: str, cohort: str, topology: str, *, weight: bool = True, levels: int = 16, flavors: int = 64
) -> ReleaseFacts:
    return ReleaseFacts(
        queue_version=queue,
        cohort_version=cohort,
        topology_version=topology,
        cohort_field="cohort" if queue == "v1beta1" else "cohortName",
        parent_field="parent" if cohort == "v1alpha1" else "parentName",
        cohort_fair_sharing=weight,
        most_levels=levels,
        most_flavors=flavors,
    )


_ALPHA = _facts("v1beta1", "v1alpha1", "v1alpha1", levels=8, flavors=16)
_BETA2 = _facts("v1beta2", "v1beta2", "v1beta2")

RELEASES: dict[str, ReleaseFacts] = {
    "0.9": _facts("v1beta1", "v1alpha1", "v1alpha1", weight=False, levels=8, flavors=16),
    "0.10": _facts("v1beta1", "v1alpha1", "v1alpha1", weight=False, levels=8, flavors=16),
    "0.11": _ALPHA,
    "0.12": _ALPHA,
    "0.13": _facts("v1beta1", "v1beta1", "v1alpha1", flavors=16),
    "0.14": _facts("v1beta1", "v1beta1", "v1beta1"),
    # v1beta2 is served from 0.15 on, and stored from 0.16 on.
    "0.15": _BETA2,
    "0.16": _BETA2,
    "0.17": _BETA2,
    "0.18": _BETA2,
    "0.19": _BETA2,
}
"""Every release the back end can write for, oldest first."""


def facts_of(release: str) -> ReleaseFacts:
    """Facts of one release; ``KeyError`` for a release outside the table, which a check refuses by name."""
    return RELEASES[release]
