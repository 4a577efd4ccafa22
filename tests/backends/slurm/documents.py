"""A fleet on Slurm that the tests vary, and what is written for it."""

from __future__ import annotations

import re

from tenantry.backends.slurm.render import render
from tenantry.backends.slurm.scope import Scope
from tests.support.documents import resolved_text

HARDWARE = """\
flavors:
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
    node: {cpus: 128, sockets: 2, memory: 2Ti, reserved: {cpus: 8, memory: 64Gi}}
  l40s:
    gpu: {product: NVIDIA-L40S, perNode: 4}
    node: {cpus: 64, threadsPerCore: 2, memory: 512Gi, reserved: {cpus: 3, memory: 100M}}
pools:
  train: {flavor: h100, hosts: "g[01-10]", owner: slurm}
  infer: {flavor: l40s, hosts: "l[1-4]", owner: slurm}
"""

SHARING = """\
tiers:
  urgent: {defaultTime: 2h, maxTime: 1d, mayBorrow: false}
  batch: {defaultTime: 30m, maxTime: 2d, grace: 90s}
groups:
  lab: {sharing: fair}
  products: {sharing: hard}
departments:
  science: {share: 3, cap: {h100: 60}}
"""

FLEET = HARDWARE + SHARING


def scope(teams: str, fleet: str = FLEET, slurm: str = '{release: "24.11"}') -> Scope:
    """Slurm's part of the fleet with these teams."""
    return Scope(resolved_text(f"fleet: demo\nslurm: {slurm}\n{fleet}\nteams:\n{teams}"))


def files(teams: str, fleet: str = FLEET, slurm: str = '{release: "24.11"}') -> dict[str, str]:
    """File name to text."""
    found = render(scope(teams, fleet, slurm).resolved)
    assert all(file.path.parts[0] == "slurm" for file in found)
    return {file.path.name: file.text for file in found}


def keys(text: str) -> dict[str, str]:
    """The global keys of a slurm.conf."""
    lines = (line for line in text.splitlines() if line and not line.startswith(("#", "NodeName", "PartitionName")))
    return dict(line.split("=", 1) for line in lines)


def line(text: str, start: str) -> dict[str, str]:
    """The one line that starts so, as option to value."""
    (found,) = (line for line in text.splitlines() if line == start or line.startswith(f"{start} "))
    return dict(option.split("=", 1) for option in found.split(" "))


def settings(text: str, where: str) -> dict[str, str]:
    """What the commands set on one thing, ``qos where name=batch``, taken together."""
    found: dict[str, str] = {}
    for match in re.finditer(rf"^modify {re.escape(where)} set (.*)$", text, re.MULTILINE):
        found |= dict(option.split("=", 1) for option in match.group(1).split(" "))
    assert found, f"nothing sets {where}"
    return found
