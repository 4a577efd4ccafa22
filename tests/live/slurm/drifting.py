"""A fleet of four fake nodes whose cluster somebody else changes."""

from __future__ import annotations

from dataclasses import dataclass

from tenantry.backends.slurm.render import render
from tenantry.emit import to_yaml
from tenantry.load.source import Loaded, load_text
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.live.slurm import site
from tests.live.slurm.documents import COMMANDS
from tests.live.slurm.install import RELEASES

POLICY = """\
fleet: drifting
flavors:
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
    node: {cpus: 16, memory: 64Gi, reserved: {cpus: 2, memory: 4Gi}}
    billing: 10
  l40s:
    gpu: {product: NVIDIA-L40S, perNode: 4}
    node: {cpus: 8, memory: 32Gi}
pools:
  train: {flavor: h100, hosts: "h[1-2]", owner: slurm}
  infer: {flavor: l40s, hosts: "l[1-2]", owner: slurm}
tiers:
  urgent: {defaultTime: 2h, maxTime: 1d, mayBorrow: false}
  batch: {defaultTime: 30m, maxTime: 2d, grace: 90s}
groups:
  lab: {sharing: fair}
departments:
  science: {share: 3}
teams:
  vision: {group: lab, department: science, share: 4, quota: {h100: {nominal: 8, borrow: 4}}, users: [ada]}
  speech: {group: lab, tiers: [batch], quota: {h100: 4, l40s: 8}, perUser: {l40s: 4}, users: unmanaged}
"""

NODES = ("h1", "h2", "l1", "l2")


def document(suite: str) -> str:
    """The policy with a sandbox's own settings."""
    slurm = {
        "release": RELEASES[suite],
        "settings": {**site.SLURM_CONF, "SlurmctldTimeout": "120", "PriorityFlags": "MAX_TRES,ACCRUE_ALWAYS"},
        "cgroup": dict(site.cgroup_conf(suite)),
        "nodes": {"train": site.node_options(2), "infer": site.node_options(2, site.FIRST_PORT + 2)},
    }
    return POLICY + to_yaml({"slurm": slurm})


@dataclass(frozen=True)
class Fleet:
    """A loaded document."""

    loaded: Loaded
    resolved: Resolved

    @classmethod
    def of(cls, text: str) -> Fleet:
        """Fails where the text is no valid document."""
        loaded = load_text(text, "tenancy.yaml")
        assert loaded.tenancy is not None, loaded.findings
        return cls(loaded, resolve(loaded.tenancy))

    def files(self) -> dict[str, str]:
        """What goes to /etc/slurm."""
        return {file.path.name: file.text for file in render(self.resolved) if file.path.name not in COMMANDS}

    def commands(self, name: str) -> str:
        """The commands of a file, without its comments."""
        (text,) = (file.text for file in render(self.resolved) if file.path.name == name)
        return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
