"""Facts of Kueue releases: which API version each kind is written in, what a version calls its fields, what it fills
in, and which feature gates decide over what is written.

Source: Kueue's CRDs (config/components/crd/bases), pkg/features and installation page, the newest patch of every minor
release.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

GROUP = "kueue.x-k8s.io"


class Gate(StrEnum):
    """What a release makes of a feature."""

    ABSENT = "absent"
    OFF = "off"
    """There, and off unless the controller's ``featureGates`` turn it on."""
    ON = "on"


@dataclass(frozen=True, slots=True)
class ReleaseFacts:
    """What one minor release of Kueue serves."""

    queue_version: str
    """Version of ClusterQueue, LocalQueue, ResourceFlavor and WorkloadPriorityClass."""
    cohort_version: str
    topology_version: str
    configuration_version: str
    """Version of the controller's ``Configuration``."""
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
    borrow_first: str
    """``flavorFungibility.whenCanBorrow`` that borrows before the next flavor is tried; the server's default."""
    preempt_first: str
    """``flavorFungibility.whenCanPreempt`` that preempts before the next flavor is tried."""
    topology: Gate
    """TopologyAwareScheduling: alpha and off before 0.14."""
    admission_fair_sharing: Gate
    """AdmissionFairSharing: alpha and off from 0.12, on from 0.15."""
    oldest_kubernetes: tuple[int, int]
    """What its installation page asks for at least."""


def _facts(
    version: str,
    cohort: str,
    topology: str,
    *,
    weight: bool = True,
    levels: int = 16,
    flavors: int = 64,
    placement: Gate = Gate.ON,
    admission: Gate = Gate.ON,
    kubernetes: tuple[int, int] = (1, 29),
) -> ReleaseFacts:
    old = version == "v1beta1"
    return ReleaseFacts(
        queue_version=version,
        cohort_version=cohort,
        topology_version=topology,
        configuration_version=version,
        cohort_field="cohort" if old else "cohortName",
        parent_field="parent" if cohort == "v1alpha1" else "parentName",
        cohort_fair_sharing=weight,
        most_levels=levels,
        most_flavors=flavors,
        borrow_first="Borrow" if old else "MayStopSearch",
        preempt_first="Preempt" if old else "MayStopSearch",
        topology=placement,
        admission_fair_sharing=admission,
        oldest_kubernetes=kubernetes,
    )


def _alpha(
    *, weight: bool = True, admission: Gate = Gate.ABSENT, kubernetes: tuple[int, int] = (1, 25)
) -> ReleaseFacts:
    return _facts(
        "v1beta1",
        "v1alpha1",
        "v1alpha1",
        weight=weight,
        levels=8,
        flavors=16,
        placement=Gate.OFF,
        admission=admission,
        kubernetes=kubernetes,
    )


_BETA2 = _facts("v1beta2", "v1beta2", "v1beta2")

RELEASES: dict[str, ReleaseFacts] = {
    "0.9": _alpha(weight=False),
    "0.10": _alpha(weight=False),
    "0.11": _alpha(),
    "0.12": _alpha(admission=Gate.OFF, kubernetes=(1, 29)),
    "0.13": _facts("v1beta1", "v1beta1", "v1alpha1", flavors=16, placement=Gate.OFF, admission=Gate.OFF),
    "0.14": _facts("v1beta1", "v1beta1", "v1beta1", admission=Gate.OFF),
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
