"""The names of Slurm's accounts, QOS and partitions with what of the document each is for, for the rules to compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.slurm.accounts import accounts
from tenantry.backends.slurm.names import ROOT
from tenantry.backends.slurm.qos import base_tiers, burst_sides
from tenantry.backends.slurm.scope import Scope
from tenantry.check.target import Named
from tenantry.finding import Path
from tenantry.resolve.names import BURST
from tenantry.resolve.types import Resolved

RESERVED: Final = {
    "account": dict.fromkeys((ROOT, BURST), "Slurm's tree of accounts has it already"),
    "QOS": {"normal": "it is Slurm's own, which every account of the site may use"},
    "partition": {"default": "a PartitionName=DEFAULT line sets defaults and makes no partition"},
}
"""Kind to the names it cannot have, and why (sacctmgr(1); slurm.conf(5), PartitionName)."""

SIGNIFICANT: Final = {"account": 42, "QOS": 42}
"""Kind to the characters that its unique index in slurmdbd's database holds (accounting_storage/mysql, ``acct(42)`` and
``name(42)``; tried on 24.11 and 26.05): of two names that are alike in them, one takes the other's place."""


def named(resolved: Resolved) -> Iterator[Named]:
    """See :meth:`tenantry.backends.base.Backend.named`."""
    scope = Scope(resolved)
    yield from _partitions(scope)
    yield from _tiers(scope)
    for account in accounts(scope):
        if account.path:  # all but the account that is reserved
            pattern = "account" if account.team else ""
            yield _named("account", account.name, account.path, pattern, borrows=account.borrows)


def _partitions(scope: Scope) -> Iterator[Named]:
    for flavor in scope.flavors.values():
        path: Path = ("flavors", flavor.name)
        if len(scope.hosts(flavor.name)):
            yield _named("partition", scope.names.partition(flavor.name), path, "partition")
        if flavor.is_gpu:
            name, what = scope.names.partition_qos(flavor.name), f"the partition of flavor '{flavor.name}'"
            yield Named("QOS", name, what, path, "partition", significant=SIGNIFICANT["QOS"])


def _tiers(scope: Scope) -> Iterator[Named]:
    for tier in base_tiers(scope):
        yield _named("QOS", scope.names.qos(tier.name), _tier(scope, tier.name), "qos")
    for side in burst_sides(scope):
        yield _named("QOS", side.name, _tier(scope, side.tier.name), "qos", borrows=True)


def _tier(scope: Scope, name: str) -> Path:
    """The tier; the fleet where the document has none, and one is made."""
    return ("tiers", name) if scope.resolved.tiers else ("fleet",)


def _named(kind: str, name: str, path: Path, pattern: str, *, borrows: bool = False) -> Named:
    what = f"{str(path[0]).removesuffix('s')} '{path[1]}'" if len(path) > 1 else "the fleet"
    what = f"what {what} borrows" if borrows else what
    reserved = RESERVED[kind].get(name, "")
    return Named(kind, name, what, path, pattern, reserved=reserved, significant=SIGNIFICANT.get(kind))
