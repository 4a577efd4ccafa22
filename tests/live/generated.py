"""Tenancies made from a seed, small enough to run: two models, several groups, departments with caps, tiers."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tenantry.emit import to_yaml
from tenantry.finding import Severity
from tenantry.load.source import load_text
from tenantry.model.document import Tenancy
from tenantry.pipeline import examined

Document = dict[str, Any]

GROUPS = {"lab": "fair", "open": "fair", "products": "hard"}
TEAMS = ("ant", "bee", "cat", "dog", "elk")
TIERS: tuple[Document, ...] = (
    {},
    {"only": {"maxTime": "2h"}},
    {"high": {"maxTime": "4h", "mayBorrow": False}, "low": {"maxTime": "1h"}},
    {"high": {"maxTime": "1h"}, "middle": {"maxTime": "4h"}, "low": {"maxTime": "2h"}},
)
MODELS = {"h100": ("NVIDIA-H100-80GB-HBM3", (4, 8)), "l40s": ("NVIDIA-L40S", (2, 4))}


def tenancy(chance: random.Random, owner: str, target: Mapping[str, Any]) -> Tenancy:
    """The next document that its check accepts, for the scheduler that owns all nodes, with its section."""
    while True:
        document = {"fleet": "generated", owner: dict(target), **_document(chance, owner)}
        found = examined(load_text(to_yaml(document), "generated.yaml"))
        if found.resolved and not any(it.severity is Severity.ERROR for it in found.findings):
            return found.resolved.tenancy


def _document(chance: random.Random, owner: str) -> Document:
    flavors, pools, left = {}, {}, {}
    for name, (product, sizes) in MODELS.items():
        size, nodes = chance.choice(sizes), chance.randint(1, 3)
        node = {"cpus": 16 * size, "memory": "1Ti"}
        flavors[name] = {"gpu": {"product": product, "perNode": size}, "node": node, "billing": chance.randint(1, 9)}
        pools[name] = {"flavor": name, "hosts": f"{name}n[1-{nodes}]", "owner": owner}
        left[name] = size * nodes
    departments = {name: {"share": chance.randint(1, 9)} for name in ("arts", "science")}
    if chance.random() < 0.7:
        departments["science"]["cap"] = {"h100": chance.randint(left["h100"] // 3, left["h100"])}  # type: ignore[assignment]
    return {
        "flavors": flavors,
        "pools": pools,
        "tiers": chance.choice(TIERS),
        "groups": {name: {"sharing": sharing} for name, sharing in GROUPS.items()},
        "departments": departments,
        "teams": {name: _team(chance, name, left) for name in TEAMS[: chance.randint(3, len(TEAMS))]},
    }


def _team(chance: random.Random, name: str, left: dict[str, int]) -> Document:
    group = chance.choices(list(GROUPS), weights=[4, 3, 1])[0]
    team: Document = {"group": group, "share": chance.randint(1, 5)}
    team |= {"users": [f"user-{name}"], "namespaces": [f"team-{name}"]}
    if chance.random() < 0.5:
        team["department"] = chance.choice(["arts", "science"])
    team["quota"] = {flavor: _quota(chance, flavor, left, fair=GROUPS[group] == "fair") for flavor in MODELS}
    if chance.random() < 0.5:
        del team["quota"][chance.choice(list(MODELS))]
    return team


def _quota(chance: random.Random, flavor: str, left: dict[str, int], *, fair: bool) -> Document:
    nominal = chance.randint(0, left[flavor] // 2 + 1)
    left[flavor] -= nominal
    quota = {"nominal": nominal}
    if fair and chance.random() < 0.6:
        quota["borrow"] = chance.randint(0, 8)
    if fair and chance.random() < 0.6:
        quota["lend"] = chance.randint(0, nominal)
    return quota
