"""The verdicts that the rules about manifests rest on, asked of real API servers with three releases of Kueue."""

from collections.abc import Iterator

import pytest

from tenantry.backends.kueue.parse.yaml import read_documents
from tests.backends.kueue.rules.verdicts import ROWS
from tests.live.kube.control_plane import ControlPlane

pytestmark = pytest.mark.kube


@pytest.fixture(scope="module", params=("0.14", "0.17", "0.19"))
def release(request: pytest.FixtureRequest) -> Iterator[ControlPlane]:
    """A control plane with each release."""
    if request.param == "0.17":
        yield request.getfixturevalue("control_plane")
    else:
        with ControlPlane(request.param) as running:
            yield running


def test_the_server_says_what_the_table_says(release: ControlPlane) -> None:
    asked = [row for row in ROWS if row.runs_on(release.kueue)]
    wrong = {}
    for row in asked:
        (document,) = read_documents("a.yaml", row.text.encode(), [])
        path = release.client.resource(row.kind, f"kueue.x-k8s.io/{row.version}").path("default")
        answer = release.client.request("POST", path, document.plain, dryRun="All", fieldValidation="Strict")
        if answer.ok is not row.server:
            wrong[f"{row.version} {row.kind} {row.name}"] = answer.message or "taken"
    assert len(asked) > 30
    assert wrong == {}
