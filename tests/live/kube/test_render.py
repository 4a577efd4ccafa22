"""What is rendered, given to a real API server with Kueue's webhooks in strict mode, and what it stores of it."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tenantry.backends.kueue.render import objects
from tenantry.model.document import Tenancy
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.backends.kueue.documents import FLEET
from tests.live.kube.cluster import stored
from tests.live.kube.control_plane import ControlPlane
from tests.strategies_tenancy import tenancies
from tests.support.documents import resolved_stack, resolved_text

pytestmark = pytest.mark.kube

SWITCHES = (
    '"0.17", createNamespaces: true, admissionFairSharing: true, fairSharing: true, configuration: {}, '
    "fungibility: {whenCanBorrow: next-flavor, whenCanPreempt: preempt}"
)
CAPPED = f"""{FLEET.replace('"0.17"', SWITCHES)}
tiers:
  high: {{maxTime: 1d}}
  low: {{maxTime: 12h, preempts: []}}
teams:
  a:
    {{group: lab, department: science, share: 3, quota: {{h100: {{nominal: 12, borrow: 4, lend: 2}}}}, namespaces: [a]}}
  b: {{group: other, quota: {{h100: 20, epyc: {{nominal: 50, borrow: unlimited, lend: 0}}}}, namespaces: [b, b2]}}
  c: {{group: products, quota: {{h100: 16}}, namespaces: [c]}}
"""


def of_release(tenancy: Tenancy, release: str) -> list[dict[str, Any]]:
    """The objects of a document that names another release."""
    assert tenancy.kueue is not None
    target = tenancy.kueue.model_copy(update={"release": release})
    return rendered(resolve(tenancy.model_copy(update={"kueue": target})))


def rendered(resolved: Resolved) -> list[dict[str, Any]]:
    return [placed.object for placed in objects(resolved)]


def namespaces(things: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = {thing["metadata"]["namespace"] for thing in things if thing["kind"] == "LocalQueue"}
    return [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in sorted(names)]


DOCUMENTS = {name: name for name in ("guide", "lab", "small")} | {"capped": "capped"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_objects_are_accepted_stored_as_written_and_active(release: ControlPlane, name: str) -> None:
    resolved = resolved_text(CAPPED) if name == "capped" else resolved_stack(name)
    things = of_release(resolved.tenancy, release.kueue)
    release.apply(namespaces(things))
    verdicts = release.apply(things)
    assert [(verdict.message, verdict.warnings) for verdict in verdicts] == [("", ())] * len(things)
    for thing in things:
        assert stored(release, thing) == thing
    for thing in things:
        if thing["kind"] in {"ClusterQueue", "LocalQueue"}:
            release.wait_condition(thing["kind"], thing["metadata"]["name"], thing["metadata"].get("namespace"))


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tenancies.filter(lambda tenancy: tenancy.kueue is not None))
def test_generated_documents_are_stored_as_written(release: ControlPlane, tenancy: Tenancy) -> None:
    things = of_release(tenancy, release.kueue)
    release.apply(namespaces(things))
    for verdict, thing in zip(release.apply(things, dry_run=True), things, strict=True):
        assert (verdict.message, verdict.warnings) == ("", ())
        found = {key: value for key, value in verdict.object.items() if key not in {"metadata", "status"}}
        assert found == {key: value for key, value in thing.items() if key != "metadata"}
