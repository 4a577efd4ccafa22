"""What job_submit.lua knows: tables, which its template writes down and its code looks things up in.

A comfort for those who submit: every limit is in the accounting database and holds without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tenantry.backends.slurm.accounts import accounts
from tenantry.backends.slurm.qos import base_tiers, burst_sides
from tenantry.backends.slurm.scope import Scope

SCRIPT: Final = "job_submit.lua"
"""Where job_submit/lua looks for it: beside slurm.conf."""

Rows = Sequence[Mapping[str, str]]


def script(scope: Scope) -> Mapping[str, Rows]:
    """The view of its template: strings only, names of the document's own alphabet."""
    chosen = not scope.at_start  # by who submits; else Slurm decides, and nothing is to be kept together
    accounts_of = {scope.names.account(it): scope.names.burst_account(it) for it in scope.borrowers if chosen}
    qos_of = {scope.names.qos(it.tier.name): it.name for it in burst_sides(scope) if chosen}
    return {
        "partitions": [
            {"name": scope.names.partition(flavor.name), "gres": flavor.gres_name, "type": flavor.gres}
            for flavor in scope.gpu_flavors
            if len(scope.hosts(flavor.name))
        ],
        "accounts": list(_accounts(scope)),
        "burst_accounts": list(_pairs(accounts_of)),
        "burst_qos": list(_pairs(qos_of)),
        "times": list(_times(scope)),
    }


def _accounts(scope: Scope) -> Iterator[Mapping[str, str]]:
    for account in accounts(scope):
        if account.qos:
            yield {"name": account.name, "qos": account.default_qos}


def _pairs(burst: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    return ({"name": name, "burst": other} for name, other in burst.items())


def _times(scope: Scope) -> Iterator[Mapping[str, str]]:
    """QOS to the minutes of its tier's default; a tier without one has the partition's."""
    named = [(scope.names.qos(tier.name), tier) for tier in base_tiers(scope)]
    named += [(side.name, side.tier) for side in burst_sides(scope)]
    for name, tier in named:
        if tier.default_time is not None:
            yield {"name": name, "minutes": str(tier.default_time.slurm_minutes())}
