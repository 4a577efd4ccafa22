"""The verdicts that the rules about manifests rest on, asked of real API servers with three releases of Kueue."""

import json

import pytest

from tenantry.backends.kueue.parse.kinds import LimitRange
from tenantry.backends.kueue.parse.read import read_texts
from tenantry.backends.kueue.parse.yaml import read_documents
from tests.backends.kueue.rules.verdicts import ROWS
from tests.live.kube.control_plane import ControlPlane

pytestmark = pytest.mark.kube


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


def test_a_limit_range_makes_requests_of_all_its_parts(control_plane: ControlPlane) -> None:
    parts = {"default": {"a.example/x": "1"}, "max": {"b.example/x": "1"}, "min": {"c.example/x": "1"}}
    limits = {"metadata": {"name": "x"}, "spec": {"limits": [{"type": "Container", **parts}]}}
    path = "/api/v1/namespaces/default/limitranges"
    answer = control_plane.client.request(
        "POST", path, {"apiVersion": "v1", "kind": "LimitRange", **limits}, dryRun="All"
    )
    made = answer.body["spec"]["limits"][0]["defaultRequest"]
    (found,) = read_texts({"a.json": json.dumps({"apiVersion": "v1", "kind": "LimitRange", **limits})}).of(LimitRange)
    assert sorted(made) == list(found.resources) == ["a.example/x", "b.example/x", "c.example/x"]
