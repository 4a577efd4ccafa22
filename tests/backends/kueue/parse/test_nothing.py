"""What is none of Kueue's objects: told where it was meant to be one, or where nothing else was given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.backends.kueue.files import judge, judge_texts
from tenantry.backends.kueue.parse.kinds import LimitRange
from tenantry.backends.kueue.parse.read import read_texts

FLAVOR = "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: f}\n"
NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n"


@pytest.mark.parametrize(
    ("version", "kind", "code"),
    [
        ("kueue.k8s.io/v1beta1", "ClusterQueue", "KUF006"),
        ("kueue.x-k8s.io.example.com/v1beta2", "Cohort", "KUF006"),
        ("v1beta2", "LocalQueue", "KUF006"),
        ("visibility.kueue.x-k8s.io/v1beta2", "ClusterQueue", ""),
        ("kueue.openshift.io/v1", "Kueue", ""),
        ("kai.scheduler/v1alpha1", "Topology", ""),
        ("topology.example.com/v1", "Topology", ""),
    ],
)
def test_a_kind_of_kueues_in_a_group_that_is_not(version: str, kind: str, code: str) -> None:
    found = read_texts({"a.yaml": f"{FLAVOR}---\napiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\n"})
    assert [(it.code, str(it.location)) for it in found.findings] == ([(code, "a.yaml:5:13")] if code else [])


@pytest.mark.parametrize("text", ["", "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"])
def test_that_nothing_is_there_is_told(text: str, tmp_path: Path) -> None:
    codes = [(it.code, str(it.location)) for it in judge_texts({"a.yaml": text})]
    assert codes == [("KUF008", "a.yaml:1:1")]
    assert [it.code for it in judge([tmp_path])] == ["KUF008"]


def test_a_broken_file_is_told_alone() -> None:
    assert [it.code for it in judge_texts({"a.yaml": "a: [1\n"}, {"nodes.yaml": "a: [1\n"})] == ["KUF002", "KUF002"]


@pytest.mark.parametrize("text", ["", FLAVOR])
def test_nodes_without_a_node_are_told(text: str, tmp_path: Path) -> None:
    codes = [(it.code, str(it.location)) for it in judge_texts({"a.yaml": FLAVOR}, {"nodes.yaml": text}, "0.17")]
    assert codes == [("KUF007", "nodes.yaml:1:1")]
    assert judge_texts({"a.yaml": FLAVOR}, {"nodes.yaml": NODE}, "0.17") == []
    (tmp_path / "a.yaml").write_text(FLAVOR)
    (tmp_path / "nodes").mkdir()
    assert [it.code for it in judge([tmp_path / "a.yaml"], [tmp_path / "nodes"], "0.17")] == ["KUF007"]


def test_a_limit_range_adds_what_kubernetes_makes_requests_of() -> None:
    container = "{type: Container, default: {a: 1}, max: {b: 1}, min: {c: 1}, defaultRequest: {d: 1}}"
    limits = f"[{container}, {{type: Pod, max: {{e: 1}}}}]"
    text = f"apiVersion: v1\nkind: LimitRange\nmetadata: {{name: x, namespace: y}}\nspec: {{limits: {limits}}}\n"
    (found,) = read_texts({"a.yaml": text}).of(LimitRange)
    assert found.resources == ("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("123", "the name of this Cohort is a number"),
        ("yes", "the name of this Cohort is a truth value"),
        ("[a]", "the name of this Cohort is a list"),
        ("null", "this Cohort has no name"),
        ('""', "this Cohort has no name"),
    ],
)
def test_a_name_that_is_no_text(name: str, said: str) -> None:
    text = f"apiVersion: kueue.x-k8s.io/v1beta2\nkind: Cohort\nmetadata: {{name: {name}}}\n"
    assert [it.message for it in read_texts({"a.yaml": text}).findings] == [said]
