"""A fleet on Kueue that the tests vary."""

from __future__ import annotations

from typing import Any

from tenantry.backends.kueue.references import Reference, identity
from tenantry.backends.kueue.render import objects
from tests.support.documents import resolved_text

FLEET = """\
fleet: demo
kueue: {release: "0.17"}
flavors:
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
    node: {cpus: 128, memory: 2Ti, reserved: {cpus: 8, memory: 64Gi}}
  epyc:
    node: {cpus: 100, memory: 400Gi, reserved: {cpus: 4}}
    nodeLabels: {node.example.com/kind: epyc}
pools:
  gpu: {flavor: h100, hosts: "g[01-10]", owner: kueue}
  cpu: {flavor: epyc, hosts: "c[1-2]", owner: kueue}
groups:
  lab: {sharing: fair}
  other: {sharing: fair}
  products: {sharing: hard}
departments:
  science: {share: 3, cap: {h100: 40}}
"""


def made(teams: str, fleet: str = FLEET) -> dict[Reference, dict[str, Any]]:
    """Every object of the fleet with these teams, by kind, namespace and name."""
    placed = objects(resolved_text(f"{fleet}\nteams:\n{teams}"))
    return {identity(one.object): one.object for one in placed}


def quota(thing: dict[str, Any], flavor: str) -> dict[str, dict[str, str]]:
    """Resource to its limits, for one flavor of an object."""
    rows = [row for group in thing["spec"]["resourceGroups"] for row in group["flavors"] if row["name"] == flavor]
    assert len(rows) == 1
    entries = rows[0]["resources"]
    return {entry["name"]: {key: value for key, value in entry.items() if key != "name"} for entry in entries}
