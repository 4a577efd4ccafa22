"""What is rendered from the examples, given to a real API server with Kueue's webhooks in strict mode."""

from typing import Any

import pytest

from tenantry.backends.kueue.render import objects
from tenantry.resolve.types import Resolved
from tests.backends.kueue.documents import FLEET
from tests.live.kube.cluster import stored
from tests.live.kube.control_plane import ControlPlane
from tests.support.documents import resolved_stack, resolved_text

pytestmark = pytest.mark.kube

CAPPED = f"""{FLEET}
tiers:
  high: {{maxTime: 1d}}
  low: {{maxTime: 12h, preempts: []}}
teams:
  a:
    {{group: lab, department: science, share: 3, quota: {{h100: {{nominal: 12, borrow: 4, lend: 2}}}}, namespaces: [a]}}
  b: {{group: other, quota: {{h100: 20, epyc: {{nominal: 50, borrow: unlimited, lend: 0}}}}, namespaces: [b, b2]}}
  c: {{group: products, quota: {{h100: 16}}, namespaces: [c]}}
"""


def rendered(resolved: Resolved) -> list[dict[str, Any]]:
    return [placed.object for placed in objects(resolved)]


def namespaces(things: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = {thing["metadata"]["namespace"] for thing in things if "namespace" in thing["metadata"]}
    return [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in sorted(names)]


def kept(wanted: Any, found: Any) -> bool:
    """Whether everything that was wanted stands in what is stored, spelled alike; the server may add defaults."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and kept(value, found[key]) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return isinstance(found, list) and len(wanted) == len(found) and all(map(kept, wanted, found))
    return bool(wanted == found)


DOCUMENTS = {name: name for name in ("guide", "lab", "small")} | {"capped": "capped"}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_objects_are_accepted_kept_as_written_and_active(cluster: ControlPlane, name: str) -> None:
    things = rendered(resolved_text(CAPPED) if name == "capped" else resolved_stack(name))
    cluster.apply(namespaces(things))
    verdicts = cluster.apply(things)
    assert [(verdict.message, verdict.warnings) for verdict in verdicts] == [("", ())] * len(things)
    for thing in things:
        assert kept(thing, stored(cluster, thing)), thing
    for thing in things:
        if thing["kind"] in {"ClusterQueue", "LocalQueue"}:
            cluster.wait_condition(thing["kind"], thing["metadata"]["name"], thing["metadata"].get("namespace"))
