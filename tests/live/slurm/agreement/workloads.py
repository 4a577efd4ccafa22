"""What is submitted to a document nobody has looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.live.slurm.agreement.jobs import Ask
from tests.live.slurm.agreement.oracle import Oracle

MOST_JOBS = 12
"""Of one kind: each is a process on this machine."""


def borrowing(oracle: Oracle) -> Iterator[Ask]:
    """As much of everything as could be borrowed, and more, half nodes at a time."""
    scope = oracle.scope
    for team in scope.borrowers:
        for flavor, held in scope.entitlements[team].items():
            if held.borrow != 0:
                yield from _half_nodes(oracle, Ask(team, flavor, borrow=True), sum(oracle.nodes[flavor].values()))


def guaranteed(oracle: Oracle) -> Iterator[Ask]:
    """All that every team is guaranteed, and more, half nodes at a time, in its highest tier."""
    scope = oracle.scope
    for name, team in scope.teams.items():
        for flavor, held in scope.entitlements[name].items():
            tier = team.tiers[0] if team.tiers else None
            yield from _half_nodes(oracle, Ask(name, flavor, tier=tier), held.nominal)


def _half_nodes(oracle: Oracle, ask: Ask, devices: int) -> Iterator[Ask]:
    size = max(1, oracle.scope.flavors[ask.flavor].devices_per_node // 2)
    while size > 1 and oracle.refuses(ask.sized(size)):
        size //= 2
    if not oracle.refuses(ask.sized(size)):
        yield ask.sized(size, min(devices // size + 1, MOST_JOBS))


def anything(oracle: Oracle, chance: random.Random, count: int) -> Iterator[Ask]:
    """So many requests of any shape, some of which can never run."""
    scope = oracle.scope
    for _ in range(count):
        name = chance.choice(list(scope.teams))
        team = scope.teams[name]
        flavor = chance.choice(list(scope.entitlements[name]))
        borrow = name in scope.borrowers and scope.entitlements[name][flavor].borrow != 0 and chance.random() < 0.5
        tiers = team.borrowing_tiers if borrow else team.tiers
        nodes = chance.choice([1, 1, 1, len(oracle.nodes[flavor])])
        devices = chance.choice([1, 1, 2, scope.flavors[flavor].devices_per_node])
        jobs = chance.randint(1, 4)
        yield Ask(name, flavor, devices, jobs, nodes, borrow, chance.choice(tiers) if tiers else None)
