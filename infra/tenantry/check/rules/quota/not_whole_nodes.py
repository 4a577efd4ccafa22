"""Guarantees that are no whole nodes."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.check.rule import RESOLVED, Problem, rule
from tenantry.finding import Severity
from tenantry.resolve.types import Resolved


@rule("QTA203", Severity.WARNING, RESOLVED)
def not_whole_nodes(resolved: Resolved) -> Iterator[Problem]:
    """A guarantee is not a whole number of nodes.

    What it does:
        Divides the nominal quota of every GPU flavor on every scheduler by the devices of a node.

    Why:
        A guarantee is a count, not a placement. Whole-node jobs cannot use the rest, and the rests of two teams share a
        node, so that each may wait for the other.

    Example:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        teams:
          vision: {quota: {h100: 36}, namespaces: [vision]}

    Use instead:
        fleet: demo
        kueue: {release: "0.17"}
        flavors:
          h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2Ti}}
        pools:
          serving: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}
        teams:
          vision: {quota: {h100: 40}, namespaces: [vision]}

    Sources:
        docs/design.md, "The arithmetic": fragmentation.
    """
    for name, team in resolved.teams.items():
        for (flavor, scheduler), held in team.entitlements.items():
            node = resolved.flavors[flavor].devices_per_node
            rest = held.nominal % node
            if rest and resolved.flavors[flavor].is_gpu:
                below = held.nominal - rest
                message = f"{held.nominal} {flavor} of team '{name}' on {scheduler} are not whole nodes of {node}"
                help_text = f"use {below} or {below + node}" if below else f"use {node}"
                yield Problem(("teams", name, "quota", flavor), message, help_text)
