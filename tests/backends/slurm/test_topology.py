"""topology.conf and, from 25.05 on, topology.yaml."""

from __future__ import annotations

import yaml

from tests.backends.slurm.documents import files, keys, line

FLEET = """\
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}, topology: fabric}
  epyc: {node: {cpus: 64, memory: 256Gi}}
topologies:
  fabric:
    kind: KIND
    levels:
      - {name: spine, label: example.com/spine, members: {spine1: "rack[1-2]", spine2: "rack[3-4]"}}
      - name: rack
        label: example.com/rack
        members: {rack1: "g[1-4]", rack2: "g[5-8]", rack3: "g[9-12]", rack4: "g[13-16]"}
      - {name: host, label: kubernetes.io/hostname}
pools:
  mine: {flavor: h100, hosts: "g[1-10]", owner: slurm}
  theirs: {flavor: h100, hosts: "g[11-16]", owner: none}
"""
CPU = '  cpu: {flavor: epyc, hosts: "c[1-2]", owner: slurm}\n'
TEAM = "  vision: {quota: {h100: 8}}"


def made(release: str, *, kind: str = "tree", cpu: bool = False, hosts: str = "g[1-10]") -> dict[str, str]:
    fleet = FLEET.replace("KIND", kind).replace('"g[1-10]"', f'"{hosts}"') + (CPU if cpu else "")
    return files(TEAM, fleet, f'{{release: "{release}"}}')


def body(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_a_tree_holds_slurms_hosts_alone() -> None:
    found = made("24.11")
    assert body(found["topology.conf"]) == [
        "SwitchName=fleet_switch Switches=spine[1-2]",
        "SwitchName=spine1 Switches=rack[1-2]",
        "SwitchName=spine2 Switches=rack3",
        "SwitchName=rack1 Nodes=g[1-4]",
        "SwitchName=rack2 Nodes=g[5-8]",
        "SwitchName=rack3 Nodes=g[9-10]",
    ]
    assert keys(found["slurm.conf"])["TopologyPlugin"] == "topology/tree"
    assert "topology.yaml" not in found
    assert "Topology" not in line(found["slurm.conf"], "PartitionName=h100")


def test_one_switch_on_top_needs_none_above() -> None:
    assert body(made("24.11", hosts="g[1-6]")["topology.conf"])[0] == "SwitchName=spine1 Switches=rack[1-2]"


def test_hosts_outside_every_switch_get_their_own() -> None:
    found = body(made("24.11", cpu=True, hosts="g[1-4],x1")["topology.conf"])
    assert found == [
        "SwitchName=fleet_switch Switches=no_topology,no_topology_fabric,spine1",
        "SwitchName=spine1 Switches=rack1",
        "SwitchName=rack1 Nodes=g[1-4]",
        "SwitchName=no_topology_fabric Nodes=x1",
        "SwitchName=no_topology Nodes=c[1-2]",
    ]


def test_blocks() -> None:
    found = made("24.11", kind="block\n    blockSizes: [2, 4]")
    assert body(found["topology.conf"]) == [
        "BlockName=rack1 Nodes=g[1-4]",
        "BlockName=rack2 Nodes=g[5-8]",
        "BlockName=rack3 Nodes=g[9-10]",
        "BlockSizes=2,4",
    ]
    assert keys(found["slurm.conf"])["TopologyPlugin"] == "topology/block"


def test_from_25_05_on_a_partition_names_its_topology() -> None:
    found = made("25.05", cpu=True)
    assert "topology.conf" not in found
    assert "TopologyPlugin" not in keys(found["slurm.conf"])
    assert line(found["slurm.conf"], "PartitionName=h100")["Topology"] == "fabric"
    assert line(found["slurm.conf"], "PartitionName=epyc")["Topology"] == "no_topology"
    tree, flat = yaml.safe_load(found["topology.yaml"])
    assert (tree["topology"], tree["cluster_default"]) == ("fabric", True)
    assert tree["tree"]["switches"][0] == {"switch": "fleet_switch", "children": "spine[1-2]"}
    assert tree["tree"]["switches"][-1] == {"switch": "rack3", "nodes": "g[9-10]"}
    assert flat == {"topology": "no_topology", "cluster_default": False, "flat": True}


def test_blocks_in_yaml() -> None:
    (found,) = yaml.safe_load(made("26.05", kind="block\n    blockSizes: [2]")["topology.yaml"])
    assert found["block"]["block_sizes"] == [2]
    assert found["block"]["blocks"][0] == {"block": "rack1", "nodes": "g[1-4]"}


def test_without_a_topology_there_is_no_file() -> None:
    fleet = FLEET.replace("KIND", "tree").replace(", topology: fabric", "")
    for release in ("24.11", "26.05"):
        found = files(TEAM, fleet, f'{{release: "{release}"}}')
        assert not [name for name in found if name.startswith("topology")]
        assert "opology" not in found["slurm.conf"].replace("# Topology", "")
