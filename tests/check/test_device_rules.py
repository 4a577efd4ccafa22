"""Settings of GPUs that contradict each other or do not come to as many devices as a node has."""

from __future__ import annotations

import pytest

from tenantry.finding import Severity, path_text
from tenantry.load.source import load_text
from tenantry.pipeline import examined

DOCUMENT = """\
fleet: demo
slurm: {{release: "26.05"}}
flavors:
  f: {{gpu: {{product: NVIDIA-A100-SXM4-80GB, perNode: {gpu}}}, node: {{cpus: 96, {node}memory: 1Ti}}}}
pools:
  p: {{flavor: f, hosts: "n[1-4]", owner: slurm}}
teams:
  t: {{quota: {{f: 1}}, users: [ada]}}
"""
TWO = "files: [/dev/nvidia0, /dev/nvidia1]"


def told(gpu: str, node: str = "") -> list[tuple[str, str]]:
    """Code and path of every error."""
    findings = examined(load_text(DOCUMENT.format(gpu=gpu, node=node), "tenancy.yaml")).findings
    return [(it.code, path_text(it.path)) for it in findings if it.severity is Severity.ERROR]


@pytest.mark.parametrize(
    ("gpu", "node", "expected"),
    [
        ("2, mig: {profile: 3g.40gb, perGpu: 1, " + TWO + "}", "", []),
        ("2, mig: {profile: 3g.40gb, perGpu: 2}, autoDetect: nvml", "", []),
        ("2, mig: {profile: 3g.40gb, perGpu: 2}, autoDetect: full", "", []),
        ("2, mig: {profile: 3g.40gb, perGpu: 2}", "", [("NOD112", "flavors.f.gpu.mig")]),
        ("2, mig: {profile: 3g.40gb, perGpu: 2, " + TWO + "}", "", [("NOD113", "flavors.f.gpu.mig.files")]),
        (
            "2, mig: {profile: 3g.40gb, perGpu: 2}, autoDetect: nvidia",
            "",
            [("NOD114", "flavors.f.gpu.autoDetect")],
        ),
        (
            "2, mig: {profile: 3g.40gb, perGpu: 1, " + TWO + "}, autoDetect: nvml",
            "",
            [("NOD114", "flavors.f.gpu.mig.files")],
        ),
        (
            "2, mig: {profile: 3g.40gb, perGpu: 2}, autoDetect: nvml, shards: 4",
            "",
            [("NOD114", "flavors.f.gpu.shards")],
        ),
        (
            "2, mig: {profile: 3g.40gb, perGpu: 1, " + TWO + "}, deviceFiles: '/dev/nvidia[0-1]'",
            "",
            [("NOD114", "flavors.f.gpu.deviceFiles")],
        ),
        ("8, shards: 4", "", []),
        ("8, affinity: sockets", "sockets: 2, ", []),
        ("8, affinity: none", "", []),
        ("8, affinity: sockets", "", [("NOD114", "flavors.f.gpu.affinity")]),
        ("4, affinity: sockets", "sockets: 8, ", [("NOD114", "flavors.f.gpu.affinity")]),
        ("8, affinity: sockets, autoDetect: nvml", "sockets: 2, ", [("NOD114", "flavors.f.gpu.affinity")]),
    ],
)
def test_devices(gpu: str, node: str, expected: list[tuple[str, str]]) -> None:
    assert told(gpu, node) == expected


@pytest.mark.parametrize("profile", ["1g", "8g.10gb", "1g.0gb", "1G.10GB", "1g.10gb\\n", "1c.3g.40gb"])
def test_a_profile_is_slices_and_memory(profile: str) -> None:
    assert told(f'2, mig: {{profile: "{profile}", perGpu: 1}}, autoDetect: nvml')[0][1] == "flavors.f.gpu.mig.profile"
