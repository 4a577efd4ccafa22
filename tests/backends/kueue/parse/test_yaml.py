"""YAML as kubectl reads it, with the place of every value."""

from __future__ import annotations

from typing import Any

import pytest

from tenantry.backends.kueue.parse.kinds import Configuration, Node
from tenantry.backends.kueue.parse.read import read_texts
from tenantry.backends.kueue.parse.scalars import plain
from tenantry.backends.kueue.parse.yaml import read_documents
from tenantry.finding import Finding


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", False),
        ("y", True),
        ("Off", False),
        ("0777", 511),
        ("0o17", 15),
        ("0x1F", 31),
        ("-0b11", -3),
        ("089", 89.0),
        ("1_000", 1000),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("12:30", "12:30"),
        ("2024-01-01", "2024-01-01"),
        ("~", None),
        ("Null", None),
        ("512Gi", "512Gi"),
        ("-", "-"),
        ("1.2.3", "1.2.3"),
        ("18446744073709551616", 18446744073709551616.0),
        ("nan", "nan"),
    ],
)
def test_a_plain_scalar_stands_for_what_kubectl_takes_it_for(text: str, value: Any) -> None:
    found = plain(text)
    assert (type(found), found) == (type(value), value)


def read(text: str) -> tuple[list[Any], list[Finding]]:
    findings: list[Finding] = []
    return [it.plain for it in read_documents("a.yaml", text.encode(), findings)], findings


def test_documents_anchors_and_merge_keys() -> None:
    text = "a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n---\n# nothing\n---\ny: [*z]\n".replace("[*z]", "'*z'")
    assert read(text) == ([{"a": {"b": 1, "c": 2}, "d": {"c": 3, "b": 1}}, {"true": "*z"}], [])


def test_the_last_of_two_keys_counts_and_both_are_told() -> None:
    values, (finding,) = read("a: 1\nb:\n  c: 2\n  c: 3\n")
    assert values == [{"a": 1, "b": {"c": 3}}]
    assert (finding.code, str(finding.location), str(finding.related[0].location)) == (
        "KUF004",
        "a.yaml:4:3",
        "a.yaml:3:3",
    )


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: [1\nb: 2\n", "KUF002", "a.yaml:2:2"),
        ("a: {{ value }}\n", "KUF003", "a.yaml:1:4"),
        ("{% if x %}\na: 1\n{% endif %}\n", "KUF003", "a.yaml:1:1"),
        ("a:\n{{- range .Values.teams }}\nb: 1\n", "KUF003", "a.yaml:2:1"),
        ("a: &a [*a]\n", "KUF002", "a.yaml:1:4"),
        ("? [a]\n: b\n", "KUF002", "a.yaml:1:3"),
        ("a: &a {b: *a}\n", "KUF002", "a.yaml:1:4"),
        ("a: 1\n<<: 5\n", "KUF002", "a.yaml:2:1"),
        ("a: 1\n<<: [{b: 1}, 5]\n", "KUF002", "a.yaml:2:1"),
        ("a: \x00\n", "KUF001", "a.yaml:1:4"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, code: str, place: str) -> None:
    values, (finding,) = read(text)
    assert (values, finding.code, str(finding.location)) == ([], code, place)


def test_an_alias_of_an_alias_does_not_grow_without_end() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    values, (finding,) = read("\n".join(lines))
    assert (values, finding.code) == ([], "KUF002")


def test_what_an_alias_adds_counts_each_time_and_as_deep_as_it_stands() -> None:
    row = f"a: &a [{', '.join(['x'] * 999)}]\n"
    values, findings = read(f"{row}b: [{', '.join(['*a'] * 100)}]")
    assert (len(values[0]["b"]), findings) == (100, [])
    values, (finding,) = read(f"{row}b: [{', '.join(['*a'] * 101)}]")
    assert (values, finding.code) == ([], "KUF002")
    deep = f"a: &a {'[' * 35}{']' * 35}\nb: "
    assert read(f"{deep}{'[' * 10}*a{']' * 10}")[1] == []
    assert [it.code for it in read(f"{deep}{'[' * 30}*a{']' * 30}")[1]] == ["KUF002"]


def test_a_template_in_an_object_is_told_and_the_rest_of_the_file_is_read() -> None:
    text = (
        "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: a}\n"
        "spec: {nodeLabels: {gpu: '${GPU}'}}\n---\n"
        "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: b}\n---\n"
        "apiVersion: batch/v1\nkind: Job\nmetadata: {name: c, annotations: {run: 'echo ${HOME}'}}\n"
    )
    found = read_texts({"a.yaml": text})
    assert [(it.code, str(it.location)) for it in found.findings] == [("KUF003", "a.yaml:4:26")]
    assert [it.name for it in found.manifests] == ["b"]
    assert not found.whole


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("kind: ClusterQueue\nmetadata: {name: a}\n", "a.yaml:1:1"),
        ("apiVersion: kueue.x-k8s.io/v1beta2\n", "a.yaml:1:1"),
        ("apiVersion: kueue.x-k8s.io/v1beta2\nkind: Cohort\nmetadata: {labels: {}}\n", "a.yaml:3:1"),
        ("- 1\n", "a.yaml:1:1"),
    ],
)
def test_what_is_no_object_is_told(text: str, place: str) -> None:
    (finding,) = read_texts({"a.yaml": text}).findings
    assert (finding.code, str(finding.location)) == ("KUF005", place)


def test_nodes_are_read_as_kubectl_prints_them() -> None:
    text = (
        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Node\n"
        "  metadata: {name: n1, labels: {gpu: h100}}\n"
        "  spec: {unschedulable: true, taints: [{key: k, effect: NoSchedule}]}\n"
        "  status:\n    allocatable: {cpu: 63500m, nvidia.com/gpu: '8'}\n    images: [{names: [x]}]\n"
    )
    (node,) = read_texts({"nodes.yaml": text}).of(Node)
    assert (node.name, node.labels, node.unschedulable) == ("n1", {"gpu": "h100"}, True)
    assert {name: str(it) for name, it in node.allocatable.items()} == {"cpu": "63500m", "nvidia.com/gpu": "8"}
    assert [(it.key, it.value, it.effect) for it in node.taints] == [("k", "", "NoSchedule")]


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("fairSharing: {preemptionStrategies: [LessThanInitialShare]}", True),
        ("fairSharing: {enable: false}", False),
        ("manageJobsWithoutQueueName: true", False),
    ],
)
def test_the_configuration_is_found_in_a_config_map(text: str, on: bool) -> None:
    inner = f"apiVersion: config.kueue.x-k8s.io/v1beta2\n    kind: Configuration\n    {text}\n"
    outer = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m}}\ndata:\n  config.yaml: |\n    {inner}"
    (found,) = read_texts({"a.yaml": outer}).of(Configuration)
    assert found.fair_sharing is on
