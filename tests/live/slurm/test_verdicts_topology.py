"""Our verdict on topologies beside slurmctld's own; topology.yaml on the release that reads it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenantry.backends.slurm.facts import facts
from tests.live.slurm.inputs import CLUSTER, Input, agree
from tests.live.slurm.install import RELEASES, missing
from tests.live.slurm.lint import Linter
from tests.support.real import require

pytestmark = pytest.mark.slurm

CONF = {
    "two of one name": ("tree", "SwitchName=a Nodes=h1\nSwitchName=a Nodes=h2\n"),
    "unknown child": ("tree", "SwitchName=a Nodes=h[1-2]\nSwitchName=b Switches=z\n"),
    "child of itself": ("tree", "SwitchName=a Nodes=h[1-2]\nSwitchName=b Switches=b\n"),
    "circle": ("tree", "SwitchName=a Nodes=h[1-2]\nSwitchName=b Switches=c,a\nSwitchName=c Switches=b\n"),
    "children and nodes": ("tree", "SwitchName=a Nodes=h1\nSwitchName=b Switches=a Nodes=h2\n"),
    "long name": ("tree", f"SwitchName={'s' * 65} Nodes=h[1-2]\n"),
    "longest name": ("tree", f"SwitchName={'s' * 64} Nodes=h[1-2]\n"),
    "a tree": ("tree", "SwitchName=a Nodes=h1\nSwitchName=b Nodes=h2\nSwitchName=c Switches=a,b\n"),
    "a switch below two": ("tree", "SwitchName=a Nodes=h[1-2]\nSwitchName=b Switches=a\nSwitchName=c Switches=a\n"),
    "blocks of one name": ("block", "BlockName=a Nodes=h1\nBlockName=a Nodes=h2\nBlockSizes=1\n"),
    "sizes": ("block", "BlockName=a Nodes=h1\nBlockName=b Nodes=h2\nBlockSizes=1,2\n"),
    "sizes alike": ("block", "BlockName=a Nodes=h1\nBlockName=b Nodes=h2\nBlockSizes=1,1\n"),
    "sizes that do not double": ("block", "BlockName=a Nodes=h1\nBlockName=b Nodes=h2\nBlockSizes=1,3\n"),
    "sizes that shrink": ("block", "BlockName=a Nodes=h1\nBlockName=b Nodes=h2\nBlockSizes=2,1\n"),
    "size of nothing": ("block", "BlockName=a Nodes=h1\nBlockName=b Nodes=h2\nBlockSizes=0\n"),
    "a bracket that is never closed": ("tree", "SwitchName=a Nodes=h[1-2\nSwitchName=b Nodes=h[1-2]\n"),
    "a range from high to low": ("tree", "SwitchName=a Nodes=h[2-1]\n"),
    "blocks for a tree": ("tree", "BlockName=a Nodes=h[1-2]\n"),
    "switches for blocks": ("block", "SwitchName=a Nodes=h[1-2]\n"),
    "size in words": ("block", "BlockName=a Nodes=h1\nBlockName=b Nodes=h2\nBlockSizes=x\n"),
}
"""TopologyPlugin and topology.conf."""

SWITCH = "{switch: a, nodes: 'h[1-2]'}"
TORUS = "{name: t, dims: {x: 1, y: 1, z: 2}, nodes: 'h[1-2]'"
LARGE = "{dims: {x: 2, y: 1, z: 1}}"
YAML = {
    "a tree": f"- topology: m\n  cluster_default: true\n  tree: {{switches: [{SWITCH}]}}\n",
    "a single switch": f"- topology: m\n  tree: {{switches: {SWITCH}}}\n",
    "flat": "- {topology: m, flat: true}\n",
    "options of flat": "- {topology: m, flat: {alpha_step_rank: true}}\n",
    "blocks": "- topology: m\n  block: {block_sizes: [1, 2], blocks: [{block: a, nodes: h1}, {block: b, nodes: h2}]}\n",
    "one size": "- topology: m\n  block: {block_sizes: 1, blocks: [{block: a, nodes: h1}, {block: b, nodes: h2}]}\n",
    "a ring": "- topology: m\n  ring: {rings: [{ring: r, nodes: 'h[1-2]'}]}\n",
    "a torus": f"- topology: m\n  torus3d: {{toruses: [{TORUS}}}]}}\n",
    "two topologies": "- {topology: m, flat: true}\n- topology: n\n  ring: {rings: [{ring: r, nodes: 'h[1-2]'}]}\n",
    "no list": "topology: m\n",
    "nothing": "\n",
    "two kinds": f"- topology: m\n  flat: true\n  tree: {{switches: [{SWITCH}]}}\n",
    "no kind": "- topology: m\n",
    "unknown kind": "- {topology: m, mesh: true}\n",
    "flat: false": "- {topology: m, flat: false}\n",
    "a switch without a name": "- topology: m\n  tree: {switches: [{nodes: 'h[1-2]'}]}\n",
    "nodes in a list": "- topology: m\n  tree: {switches: [{switch: a, nodes: [h1, h2]}]}\n",
    "no switches": "- topology: m\n  tree: {switches: []}\n",
    "a tree of nothing": "- topology: m\n  tree:\n",
    "switchs": f"- topology: m\n  tree: {{switchs: [{SWITCH}]}}\n",
    "switches of one name": "- topology: m\n  tree: {switches: [{switch: a, nodes: h1}, {switch: a, nodes: h2}]}\n",
    "unknown child": f"- topology: m\n  tree: {{switches: [{SWITCH}, {{switch: b, children: z}}]}}\n",
    "circle": "- topology: m\n  tree: {switches: [{switch: a, children: b}, {switch: b, children: a}]}\n",
    "sizes in words": "- topology: m\n  block: {block_sizes: [x], blocks: [{block: a, nodes: h1}]}\n",
    "sizes that do not double": "- topology: m\n  block: {block_sizes: [1, 3], blocks: [{block: a, nodes: h1}]}\n",
    "no blocks": "- topology: m\n  block: {block_sizes: [1]}\n",
    "a block without a name": "- topology: m\n  block: {blocks: [{nodes: h1}]}\n",
    "a torus of more places": f"- topology: m\n  torus3d: {{toruses: [{TORUS.replace('z: 2', 'z: 3')}}}]}}\n",
    "a torus without dims": "- topology: m\n  torus3d: {toruses: [{name: t, nodes: 'h[1-2]'}]}\n",
    "a torus of no width": f"- topology: m\n  torus3d: {{toruses: [{TORUS.replace('y: 1', 'y: 0')}}}]}}\n",
    "a large placement": f"- topology: m\n  torus3d: {{toruses: [{TORUS}, placements: [{LARGE}]}}]}}\n",
    "alias": "- &one {topology: m, flat: true}\n- *one\n",
}


@pytest.fixture(scope="module", params=list(RELEASES))
def linter(request: pytest.FixtureRequest) -> Iterator[Linter]:
    suite: str = request.param
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite) as running:
        yield running


@pytest.mark.parametrize("name", list(CONF))
def test_the_same_verdict_on_topology_conf(linter: Linter, name: str) -> None:
    plugin, topology = CONF[name]
    agree(linter, Input(f"TopologyPlugin=topology/{plugin}", topology=topology).files(linter.suite, CLUSTER))


@pytest.mark.parametrize("name", list(YAML))
@pytest.mark.parametrize("suite", [suite for suite, release in RELEASES.items() if facts(release).topology_yaml])
def test_the_same_verdict_on_topology_yaml(suite: str, name: str) -> None:
    require(missing(suite) is None, str(missing(suite)))
    with Linter(suite) as linter:
        agree(linter, Input(yaml=YAML[name]).files(suite, CLUSTER))
