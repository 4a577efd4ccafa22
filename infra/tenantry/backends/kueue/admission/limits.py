"""What the policies hold of the model, for ``explain`` and the report; tried on Kubernetes 1.35 with Kueue 0.17."""

from __future__ import annotations

from collections.abc import Mapping

from tenantry.backends.base import Concept, Fidelity, Statement
from tenantry.backends.kueue.admission.kubernetes import mutating_version, validates
from tenantry.model.targets import KueueTarget

POLICY = "a ValidatingAdmissionPolicy in the team's namespaces"
HELD: Mapping[Concept, Statement] = {
    Concept.TIER_ACCESS: Statement(Fidelity.EXACT, f"{POLICY}: work names one of the team's priority classes"),
    Concept.MAX_TIME: Statement(
        Fidelity.EXACT,
        f"{POLICY}: work states its max-exec-time-seconds or the deadline of its kind, at most the tier's maximum",
        "a deadline counts anew after an eviction, the label all time admitted; only work without an end is refused",
    ),
    Concept.PER_JOB: Statement(
        Fidelity.APPROXIMATE,
        f"{POLICY}, on work and on Kueue's Workloads",
        "of flavors that count one resource the largest limit holds; a TrainJob or a group of pods that is too "
        "large is not refused but stays suspended",
    ),
}
"""What holds where the document names a cluster's release that has the policies."""
UNNAMED = "an admission policy holds it where kueue.kubernetes names the cluster's release (1.30 or later)"
FILLED = Statement(Fidelity.EXACT, "a MutatingAdmissionPolicy adds the label max-exec-time-seconds")
UNFILLED = Statement(
    Fidelity.ABSENT,
    "",
    "a MutatingAdmissionPolicy fills it in, which Kubernetes has from 1.36 on (1.34 and 1.35: kueue.mutatingPolicies); "
    "without it, work has to state its time",
)


def held(target: KueueTarget) -> Mapping[Concept, Statement]:
    """What the policies of the document's cluster say; empty where it has none."""
    if not validates(target):
        return {}
    return {**HELD, Concept.DEFAULT_TIME: UNFILLED if mutating_version(target) is None else FILLED}
