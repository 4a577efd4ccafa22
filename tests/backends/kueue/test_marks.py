"""Whose a node is by the marks of other software."""

from __future__ import annotations

from typing import Any

import pytest

from tenantry.backends.kueue.marks import MARKS, Mark, Place, marks_on, owner_of


def node(mark: Mark) -> dict[str, Any]:
    key = mark.key
    return {
        Place.TAINT: {
            "spec": {"taints": [{"key": "other", "effect": "NoSchedule"}, {"key": key, "effect": "NoExecute"}]}
        },
        Place.ANNOTATION: {"metadata": {"annotations": {key: "topo-switch:s2"}}},
        Place.RESOURCE: {"status": {"allocatable": {"cpu": "8", key: "8"}}},
        Place.CONDITION: {"status": {"conditions": [{"type": key, "status": "False"}]}},
    }[mark.place]


@pytest.mark.parametrize("mark", MARKS, ids=str)
def test_each_mark_is_found_where_it_stands_and_nowhere_else(mark: Mark) -> None:
    assert owner_of(node(mark)) == mark
    wrong = {"metadata": {"labels": {mark.key: "x"}}}
    assert owner_of(wrong) is None


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"metadata": None, "spec": {}, "status": {"conditions": []}},
        {"metadata": 5, "spec": [1], "status": "x"},
        {"metadata": {"annotations": 5.5}, "spec": {"taints": [5, None]}, "status": {"allocatable": [[]]}},
        {"spec": {"taints": {"key": "slinky.slurm.net/slurm"}}, "status": {"conditions": True}},
    ],
)
def test_a_node_without_marks(plain: dict[str, Any]) -> None:
    assert owner_of(plain) is None


def test_the_surest_comes_first() -> None:
    both = {
        "metadata": {"annotations": {"topology.slinky.slurm.net/spec": "topo-switch:s2"}},
        "spec": {"taints": [{"key": "slinky.slurm.net/managed-node", "value": "slurm-bridge", "effect": "NoExecute"}]},
    }
    assert [mark.key for mark in marks_on(both)] == ["slinky.slurm.net/managed-node", "topology.slinky.slurm.net/spec"]
    assert str(owner_of(both)) == "taint slinky.slurm.net/managed-node of Slinky's slurm-bridge"
