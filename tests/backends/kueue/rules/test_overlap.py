"""Flavors that overlap are told once each, however many they are."""

from __future__ import annotations

from tenantry.backends.kueue.files import judge_texts

_API = "apiVersion: kueue.x-k8s.io/v1beta2"


def _flavors(*labels: str) -> str:
    objects = [
        f"{_API}\nkind: ResourceFlavor\nmetadata: {{name: f{at}}}\nspec: {{nodeLabels: {{{it}}}}}"
        for at, it in enumerate(labels)
    ]
    rows = ", ".join(f"{{name: f{at}, resources: [{{name: cpu, nominalQuota: 1}}]}}" for at in range(len(labels)))
    groups = f"resourceGroups: [{{coveredResources: [cpu], flavors: [{rows}]}}]"
    return "\n---\n".join([*objects, f"{_API}\nkind: Cohort\nmetadata: {{name: lab}}\nspec: {{{groups}}}"])


def _nodes(*labels: str) -> str:
    return "\n---\n".join(
        f"apiVersion: v1\nkind: Node\nmetadata: {{name: n{at}, labels: {{{it}}}}}" for at, it in enumerate(labels)
    )


def _told(manifests: str, nodes: str = "") -> list[str]:
    found = judge_texts({"kueue.yaml": manifests}, {"nodes.yaml": nodes} if nodes else None, release="0.17")
    return [it.text.partition(";")[0] for it in found if it.code == "KUF502"]


def test_each_flavor_is_told_beside_the_first_it_overlaps_with() -> None:
    same = _flavors(*(["gpu: h100"] * 4))
    wanted = [f"flavors 'f0' and 'f{at}' select the same nodes, and both have cpu" for at in (1, 2, 3)]
    assert _told(same) == wanted
    assert _told(same, _nodes("gpu: h100")) == [it.replace("the same nodes", "node n0") for it in wanted]


def test_the_narrow_flavor_may_stand_first() -> None:
    assert _told(_flavors("gpu: h100, rack: a", "rack: a")) == [
        "flavors 'f0' and 'f1' select the nodes of 'f0', and both have cpu"
    ]


def test_different_labels_overlap_only_on_nodes_that_have_both() -> None:
    apart = _flavors("gpu: h100", "rack: a")
    assert _told(apart) == []
    assert _told(apart, _nodes("gpu: h100", "rack: a")) == []
    assert _told(apart, _nodes("gpu: h100, rack: b", "gpu: h100, rack: a")) == [
        "flavors 'f0' and 'f1' select node n1, and both have cpu"
    ]
