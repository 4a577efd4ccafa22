"""Which part of a document each field follows from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tenantry.backends.slurm.scope import Scope
from tenantry.finding import Path
from tenantry.resolve.types import ResolvedPool

_SETTINGS: Final[Mapping[str, Path]] = {
    "clustername": ("fleet",),
    "accountingstoragetres": ("flavors",),
    "grestypes": ("flavors",),
    "schedulerparameters": ("tiers",),
    "prioritydecayhalflife": ("fairShare", "halfLife"),
    "priorityweightqos": ("tiers",),
    "topologyplugin": ("topologies",),
    "prolog": ("slurm", "containers", "prolog"),
    "epilog": ("slurm", "containers", "epilog"),
}
_NODE: Final[Mapping[str, tuple[str, ...]]] = {
    "cpus": ("node", "cpus"),
    "sockets": ("node", "sockets"),
    "corespersocket": ("node", "cpus"),
    "threadspercore": ("node", "threadsPerCore"),
    "corespeccount": ("node", "reserved", "cpus"),
    "realmemory": ("node", "memory"),
    "memspeclimit": ("node", "reserved", "memory"),
    "gres": ("gpu", "perNode"),
}
_PARTITION: Final[Mapping[str, tuple[str, ...]]] = {
    "topology": ("topology",),
    "tresbillingweights": ("billing",),
    "defcpupergpu": ("node", "cpus"),
    "defmempergpu": ("node", "memory"),
    "defmempercpu": ("node", "memory"),
}
_TIMES: Final = {"defaulttime": "defaultTime", "maxtime": "maxTime"}


def of_setting(key: str, site: Iterable[str]) -> Path:
    """A cluster-wide key; ``site`` are those that the document passes on."""
    passed = _spelled(key, site)
    return ("slurm", "settings", passed) if passed else _SETTINGS.get(key.lower(), ("slurm",))


def of_node(scope: Scope, pool: ResolvedPool, key: str) -> Path:
    """An option of a pool's nodes."""
    passed = _spelled(key, scope.target.nodes.get(pool.name, {}))
    if passed:
        return ("slurm", "nodes", pool.name, passed)
    return ("flavors", pool.flavor, *_NODE.get(key.lower(), ()))


def of_partition(scope: Scope, flavor: str, key: str) -> Path:
    """An option of a flavor's partition."""
    low = key.lower()
    passed = _spelled(key, scope.target.partitions.get(flavor, {}))
    if passed:
        return ("slurm", "partitions", flavor, passed)
    if low == "nodes":
        return next(("pools", pool.name, "hosts") for pool in scope.pools if pool.flavor == flavor)
    if low in _TIMES:
        return _time(scope, flavor, low)
    if low == "allowaccounts":
        return ("teams",)
    return ("flavors", flavor, *_PARTITION.get(low, ()))


def _time(scope: Scope, flavor: str, key: str) -> Path:
    """The tier whose time the partition has: the longest maximum, the shortest default."""
    held = {tier for name, team in scope.teams.items() if flavor in scope.entitlements[name] for tier in team.tiers}
    tiers = [tier for tier in scope.resolved.tiers.values() if tier.name in held or not held]
    if key == "maxtime":
        timed = [(tier.max_time.seconds, tier.name) for tier in tiers if tier.max_time]
        return ("tiers", max(timed)[1], _TIMES[key]) if timed else ("tiers",)
    timed = [(time.seconds, tier.name) for tier in tiers if (time := tier.default_time or tier.max_time)]
    return ("tiers", min(timed)[1], _TIMES[key]) if timed else ("tiers",)


def _spelled(key: str, keys: Iterable[str]) -> str | None:
    return next((it for it in keys if it.lower() == key.lower()), None)
