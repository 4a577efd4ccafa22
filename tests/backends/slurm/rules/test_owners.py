"""Nodes of slurm.conf that the document gives to somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.pipeline import examine, slurm_files

DOCUMENT = """\
fleet: demo
slurm: {release: "24.11"}
kueue: {release: "0.17"}
ownership: {label: example.com/owner}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2000Gi}}
pools:
  training: {flavor: h100, hosts: "gpu[01-04]", owner: slurm}
  serving: {flavor: h100, hosts: "gpu[05-08],gpu09.dc1.example.com", owner: kueue}
  repair: {flavor: h100, hosts: "gpu[10-11]", owner: none}
teams:
  t: {quota: {h100: 8}, on: slurm, users: [ada]}
"""


def told(folder: Path, nodes: str) -> list[str]:
    document, conf = folder / "tenancy.yaml", folder / "slurm.conf"
    document.write_text(DOCUMENT)
    conf.write_text(f"{nodes}\nPartitionName=p Nodes=ALL MaxTime=1-00:00:00 DefaultTime=01:00:00\n")
    found = slurm_files(conf, document=examine(str(document)))
    assert all(it.location.file == str(document) for each in found for it in each.related if it.location)
    return [f"{it.location.line} {it.code} {it.message}" for it in found if it.location]


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ("NodeName=gpu[01-04]", []),
        ("NodeName=gpu[03-06]", ["1 SLF307 gpu[05-06] belong to Kueue by pool 'serving'"]),
        ("NodeName=gpu09", ["1 SLF307 gpu09 belongs to Kueue by pool 'serving'"]),
        ("NodeName=GPU05.dc1.example.com", ["1 SLF307 GPU05.dc1.example.com belongs to Kueue by pool 'serving'"]),
        ("NodeName=gpu09.dc2.example.com", []),
        ("NodeName=gpu[11,12]", ["1 SLF307 gpu11 belongs to nobody by pool 'repair'"]),
        ("NodeName=gpu05 State=UNKNOWN", ["1 SLF307 gpu05 belongs to Kueue by pool 'serving'"]),
        (
            "NodeName=gpu05 State=DOWN",
            ["1 SLF308 gpu05 is only out of use here, and belongs to Kueue by pool 'serving'"],
        ),
        (
            "NodeName=gpu[05-06]\nDownNodes=gpu06 State=DOWN",
            [
                "1 SLF307 gpu05 belongs to Kueue by pool 'serving'",
                "1 SLF308 gpu06 is only out of use here, and belongs to Kueue by pool 'serving'",
            ],
        ),
        (
            "NodeName=DEFAULT State=FUTURE\nNodeName=gpu[08,10]",
            [
                "2 SLF308 gpu08 is only out of use here, and belongs to Kueue by pool 'serving'",
                "2 SLF308 gpu10 is only out of use here, and belongs to nobody by pool 'repair'",
            ],
        ),
    ],
)
def test_a_node_has_one_owner(tmp_path: Path, nodes: str, expected: list[str]) -> None:
    assert told(tmp_path, nodes) == expected
