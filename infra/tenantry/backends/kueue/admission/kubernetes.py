"""Which releases of Kubernetes have which admission policies.

Source: staging/src/k8s.io/api/admissionregistration (lifecycle tags of its types), Kubernetes 1.26 to 1.37.
"""

from __future__ import annotations

from tenantry.model.targets import KueueTarget

GROUP = "admissionregistration.k8s.io"
VALIDATING = (1, 30)
"""ValidatingAdmissionPolicy is served as v1."""
MUTATING_BETA = (1, 34)
"""MutatingAdmissionPolicy is served as v1beta1 where a feature gate and the API version are turned on."""
MUTATING = (1, 36)
"""MutatingAdmissionPolicy is served as v1."""


def validates(target: KueueTarget) -> bool:
    """Whether the cluster has ValidatingAdmissionPolicy; False where the document does not name its release."""
    return _release(target) >= VALIDATING


def mutating_version(target: KueueTarget) -> str | None:
    """API version of MutatingAdmissionPolicy on the cluster; None where it has none, or has it turned off."""
    release = _release(target)
    if release >= MUTATING:
        return f"{GROUP}/v1"
    if release >= MUTATING_BETA and target.mutating_policies:
        return f"{GROUP}/v1beta1"
    return None


def _release(target: KueueTarget) -> tuple[int, ...]:
    return tuple(map(int, target.kubernetes.split("."))) if target.kubernetes else (0, 0)
