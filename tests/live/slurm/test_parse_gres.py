"""gres.conf as slurmd reads it for one node, beside our reading."""

from __future__ import annotations

import re

import pytest

from tenantry.backends.slurm.parse import values
from tenantry.backends.slurm.parse.read import read_files
from tenantry.backends.slurm.parse.site import GresRecord, Site
from tests.live.slurm import site
from tests.live.slurm.install import RELEASES
from tests.live.slurm.lint import Linter
from tests.live.slurm.sandbox import HOST

pytestmark = pytest.mark.slurm

GRES = """\
# devices
name = gpu Type=h100 File=/dev/nvidia[0-1]  # first
NodeName=n[1-2],,n9 Name=gpu \\
  type=l40s file="/dev/nvidia2" CPUs=0
NodeName=n3 Name=gpu Type=other File=/dev/nvidia[0-15]
Include sub/more.conf
"""
NODE = f"NodeName=n1 NodeAddr=127.0.0.1 NodeHostname={HOST} Port=18001 CPUs=2 Gres=gpu:h100:2,gpu:l40s:1,licence:3K\n"


def of_node(read: Site, node: str) -> list[tuple[str, str, list[str]]]:
    """Name, type and devices of each line that speaks about a node; those without devices as often as they count."""
    lines = [it for it in read.gres if it.hosts is None or node in it.hosts]
    return sorted((name(it), it.value("Type", "(null)"), files(it.value("File"))) for it in lines)


def name(record: GresRecord) -> str:
    return record.name if record.kind == "Name" else record.value("Name")


def files(text: str) -> list[str]:
    return list(values.hosts(text.removeprefix("/dev/")))


def test_the_lines_of_a_node(suite: str) -> None:
    conf = f"ClusterName=lab\n{site.lines(site.SLURM_CONF)}GresTypes=gpu,licence\n{NODE}PartitionName=p Nodes=n1\n"
    texts = {"slurm.conf": conf, "gres.conf": GRES, "sub/more.conf": "Name=licence Count=3K\n"}
    read = read_files(texts, RELEASES[suite])
    assert read.findings == ()
    with Linter(suite) as linter:
        linter.write(texts | {"cgroup.conf": site.lines(site.cgroup_conf(suite))})
        out = linter.run(["slurmd", "-G", "-N", "n1"]).out
    real: dict[tuple[str, str], list[str]] = {}
    for kind, model, device in re.findall(r"Gres Name=(\S+) Type=(\S+) Count=\d+ .*?(?:File=/dev/(\S+)|$)", out, re.M):
        real.setdefault((kind, model), []).extend(files(device))
    assert sorted((*key, devices) for key, devices in real.items()) == of_node(read, "n1")
    (licence,) = values.gres("licence:3K")
    assert f"Name=licence Type=(null) Count={licence.count} " in out
