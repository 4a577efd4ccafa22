"""What job_submit.lua knows: tables, which its template writes down and its code looks things up in.

A comfort for those who submit: every limit is in the accounting database and holds without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tenantry.backends.slurm.accounts import accounts
from tenantry.backends.slurm.qos import base_tiers, burst_tiers
from tenantry.backends.slurm.scope import Scope

SCRIPT: Final = "job_submit.lua"
"""Where job_submit/lua looks for it: beside slurm.conf."""

Rows = Sequence[Mapping[str, str]]


def script(scope: Scope) -> Mapping[str, Rows]:
    """The view of its template: strings only, names of the document's own alphabet."""
    return {
        "partitions": [
            {"name": scope.names.partition(flavor.name), "gres": flavor.gres_name, "type": flavor.gres}
            for flavor in scope.gpu_flavors
            if len(scope.hosts(flavor.name))
        ],
        "accounts": list(_accounts(scope)),
        "burst_accounts": list(
            _pairs({scope.names.account(it): scope.names.burst_account(it) for it in scope.borrowers})
        ),
        "burst_qos": list(
            _pairs({scope.names.qos(it.name): scope.names.burst_qos(it.name) for it in burst_tiers(scope)})
        ),
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
    named += [(scope.names.burst_qos(tier.name), tier) for tier in burst_tiers(scope)]
    for name, tier in named:
        if tier.default_time is not None:
            yield {"name": name, "minutes": str(tier.default_time.slurm_minutes())}
