"""What a release would refuse of a sound document."""

from __future__ import annotations

import pytest

from tenantry.backends.registry import BACKENDS
from tenantry.finding import path_text
from tests.support.documents import EXAMPLES, resolved_stack, resolved_text

BLOCK = '{kind: block, blockSizes: [2], levels: [{name: b, label: x/b, members: {b1: "n[1-2]"}}]}'
WIDE = '{kind: block, blockSizes: [4], levels: [{name: b, label: x/b, members: {b2: "m[1-4]"}}]}'
TREE = '{kind: tree, levels: [{name: b, label: x/b, members: {b2: "m[1-4]"}}]}'


def _told(text: str) -> list[str]:
    resolved = resolved_text(text)
    return [
        path_text(it.path)
        for backend in BACKENDS
        if backend.name in resolved.schedulers
        for it in backend.refusals(resolved)
    ]


def _slurm(release: str, one: str, two: str, detect: str = "off") -> str:
    return f"""
        fleet: x
        slurm: {{release: "{release}"}}
        flavors:
          a:
            gpu: {{product: NVIDIA-A100, perNode: 8, autoDetect: {detect}}}
            node: {{cpus: 64, memory: 1Ti}}
            topology: one
          b: {{gpu: {{product: NVIDIA-H100, perNode: 8}}, node: {{cpus: 64, memory: 1Ti}}, topology: two}}
        topologies:
          one: {one}
          two: {two}
        pools:
          a: {{flavor: a, hosts: "n[1-2]", owner: slurm}}
          b: {{flavor: b, hosts: "m[1-4]", owner: slurm}}
        """


@pytest.mark.parametrize(
    ("release", "one", "two", "told"),
    [
        ("22.05", BLOCK, TREE, ["topologies.one.kind"]),
        ("23.02", BLOCK, WIDE, ["topologies.one.kind", "topologies.two.kind"]),
        ("23.11", BLOCK, TREE, ["topologies.one.kind", "topologies.one.blockSizes"]),
        ("23.11", BLOCK.replace("blockSizes: [2], ", ""), WIDE.replace("blockSizes: [4], ", ""), []),
        ("24.05", BLOCK, WIDE.replace("[4]", "[2]"), []),
        ("24.11", BLOCK, WIDE, ["topologies.two"]),
        ("24.11", TREE, TREE.replace("b2", "b3"), []),
        ("25.05", BLOCK, TREE, []),
        ("26.05", BLOCK, WIDE, []),
    ],
)
def test_slurm_has_one_topology_before_25_05_and_no_blocks_before_23_11(
    release: str, one: str, two: str, told: list[str]
) -> None:
    assert _told(_slurm(release, one, two)) == told


@pytest.mark.parametrize(
    ("release", "detect", "told"),
    [
        ("22.05", "nvml", []),
        ("22.05", "nrt", ["flavors.a.gpu.autoDetect"]),
        ("23.11", "nvidia", ["flavors.a.gpu.autoDetect"]),
        ("24.11", "nvidia", []),
    ],
)
def test_slurm_detects_gpus_in_the_ways_of_its_release(release: str, detect: str, told: list[str]) -> None:
    assert _told(_slurm(release, TREE, TREE.replace("b2", "b3"), detect)) == told


def _kueue(release: str, levels: str, labels: str = "{x/y: z}", flavors: int = 1) -> str:
    more = "\n".join(
        f"          f{at}: {{gpu: {{product: G, perNode: 8}}, node: {{cpus: 8, memory: 1Ti}}}}" for at in range(flavors)
    )
    quota = ", ".join(f"f{at}: 8" for at in range(flavors))
    return f"""
        fleet: x
        kueue: {{release: "{release}"}}
        flavors:
          c: {{node: {{cpus: 64, memory: 1Ti}}, nodeLabels: {labels}, topology: t}}
{more}
        topologies:
          t: {{levels: [{levels}]}}
        teams:
          t: {{quota: {{c: 8, {quota}}}}}
        """


def _level(at: int, label: str = "") -> str:
    return f"{{name: l{at}, label: {label or f'x/l{at}'}}}"


HOST = "kubernetes.io/hostname"


@pytest.mark.parametrize(
    ("release", "levels", "told"),
    [
        ("0.17", [_level(0), _level(1, HOST)], []),
        ("0.17", [_level(0, HOST), _level(1)], ["topologies.t.levels[0].label"]),
        ("0.17", [_level(0), _level(1), _level(2, "x/l0")], ["topologies.t.levels[2].label"]),
        ("0.12", [_level(at) for at in range(8)], []),
        ("0.12", [_level(at) for at in range(9)], ["topologies.t.levels"]),
        ("0.13", [_level(at) for at in range(16)], []),
    ],
)
def test_kueue_takes_topologies_as_its_crds_do(release: str, levels: list[str], told: list[str]) -> None:
    assert _told(_kueue(release, ", ".join(levels))) == told


def test_kueue_takes_no_topology_on_a_flavor_without_labels() -> None:
    assert _told(_kueue("0.17", _level(0), labels="{}")) == ["flavors.c.topology"]


@pytest.mark.parametrize(
    ("release", "flavors", "told"), [("0.13", 16, 0), ("0.13", 17, 1), ("0.14", 64, 0), ("0.14", 65, 1)]
)
def test_kueue_takes_so_many_flavors_a_queue(release: str, flavors: int, told: int) -> None:
    assert _told(_kueue(release, _level(0), flavors=flavors)) == ["teams.t.quota"] * told


@pytest.mark.parametrize("stack", EXAMPLES)
def test_nothing_of_the_examples_is_refused(stack: str) -> None:
    resolved = resolved_stack(stack)
    for backend in BACKENDS:
        if backend.name in resolved.schedulers:
            assert list(backend.refusals(resolved)) == []
