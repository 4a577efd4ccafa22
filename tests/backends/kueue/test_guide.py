"""The slice every introduction shows, against the objects it shows, with what the server adds to them, by hand."""

from typing import Any

import pytest

from tenantry.backends.kueue.render import objects
from tenantry.load.source import load_text
from tenantry.model.quantity import Quantity
from tenantry.resolve.resolve import resolve
from tests.support.documents import STACKS

FLAVOR = {
    "kind": "ResourceFlavor",
    "metadata": {"name": "h100-80gb"},
    "spec": {"nodeLabels": {"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"}},
}
LOCAL_QUEUE = {
    "kind": "LocalQueue",
    "metadata": {"name": "research", "namespace": "team-research"},
    "spec": {"clusterQueue": "team-research-cq", "stopPolicy": "None"},
}


def cluster_queue(cohort_field: str, when_can_borrow: str) -> dict[str, Any]:
    return {
        "kind": "ClusterQueue",
        "metadata": {"name": "team-research-cq"},
        "spec": {
            cohort_field: "gpu-shared",
            "namespaceSelector": {"matchLabels": {"kueue-team": "research"}},
            "preemption": {
                "reclaimWithinCohort": "Any",
                "withinClusterQueue": "LowerPriority",
                "borrowWithinCohort": {"policy": "Never"},
            },
            "flavorFungibility": {"whenCanBorrow": when_can_borrow, "whenCanPreempt": "TryNextFlavor"},
            "queueingStrategy": "BestEffortFIFO",
            "stopPolicy": "None",
            "resourceGroups": [
                {
                    "coveredResources": ["cpu", "memory", "nvidia.com/gpu"],
                    "flavors": [
                        {
                            "name": "h100-80gb",
                            "resources": [
                                {"name": "cpu", "nominalQuota": 512},
                                {"name": "memory", "nominalQuota": "4096Gi"},
                                {"name": "nvidia.com/gpu", "nominalQuota": 32, "borrowingLimit": 16, "lendingLimit": 8},
                            ],
                        }
                    ],
                }
            ],
        },
    }


def meaning(value: Any, key: str = "") -> Any:
    """The same value with quantities as numbers."""
    if isinstance(value, dict):
        return {name: meaning(entry, name) for name, entry in value.items()}
    if isinstance(value, list):
        return [meaning(entry) for entry in value]
    return Quantity.read(value).value if key.endswith(("Quota", "Limit")) else value


@pytest.mark.parametrize(
    ("release", "version", "cohort_field", "when_can_borrow"),
    [("0.17", "v1beta2", "cohortName", "MayStopSearch"), ("0.14", "v1beta1", "cohort", "Borrow")],
)
def test_guide_is_the_published_slice(release: str, version: str, cohort_field: str, when_can_borrow: str) -> None:
    text = (STACKS / "guide" / "tenancy.yaml").read_text().replace('release: "0.17"', f'release: "{release}"')
    tenancy = load_text(text).tenancy
    assert tenancy is not None
    made = [placed.object for placed in objects(resolve(tenancy))]
    expected = [FLAVOR, cluster_queue(cohort_field, when_can_borrow), LOCAL_QUEUE]
    assert meaning(made) == [{"apiVersion": f"kueue.x-k8s.io/{version}", **meaning(thing)} for thing in expected]
