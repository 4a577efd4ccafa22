"""What is submitted to a document nobody has looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from tenantry.model.limit import UNLIMITED
from tests.live.kube.agreement.jobs import Ask
from tests.live.kube.agreement.oracle import KUEUE, Oracle

PARTS = 2
"""Jobs that together hold an amount, or most of it."""


def guaranteed(oracle: Oracle, team: str) -> Iterator[Ask]:
    """All that a team is guaranteed, and one job more, in its highest tier."""
    tier = (oracle.teams[team].tiers or (None,))[0]
    for flavor, held in oracle.teams[team].on(KUEUE).items():
        yield from _parts(oracle, Ask(team, flavor, tier=tier), held.nominal)


def everything(oracle: Oracle, team: str) -> Iterator[Ask]:
    """All that a team could ever hold, and one job more, in its lowest tier."""
    for flavor, held in oracle.teams[team].on(KUEUE).items():
        there = (oracle.resolved.capacity or {}).get((flavor, KUEUE), held.nominal)
        yield from _parts(
            oracle, Ask(team, flavor), there if held.borrow is UNLIMITED else min(there, held.nominal + held.borrow)
        )


def _parts(oracle: Oracle, ask: Ask, devices: int) -> Iterator[Ask]:
    """A few jobs alike and one more of them, of whole nodes where they are large, and one of what is left."""
    node = oracle.resolved.flavors[ask.flavor].devices_per_node
    size = max(1, devices // PARTS)
    each, pods = (size, 1) if size <= node else (node, size // node)
    count = devices // (each * pods)
    yield replace(ask, devices=each, pods=pods, count=count + 1)
    if rest := devices - each * pods * count:
        yield replace(ask, devices=min(rest, node), count=1)


def anything(oracle: Oracle, chance: random.Random, count: int) -> Iterator[Ask]:
    """So many requests of any shape, some of which can never run."""
    for _ in range(count):
        name = chance.choice(list(oracle.teams))
        team = oracle.teams[name]
        flavor = chance.choice(list(team.on(KUEUE)))
        devices = chance.choice([1, 1, 2, oracle.resolved.flavors[flavor].devices_per_node])
        tier = chance.choice(team.tiers) if team.tiers else None
        yield Ask(
            name, flavor, devices, chance.randint(1, 2), chance.choice([1, 1, 2]), tier, chance.choice([1, 1, 1, 2])
        )
