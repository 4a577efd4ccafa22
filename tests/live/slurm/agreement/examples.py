"""The shipped examples as fleets that a test can start: the same policy, with fewer devices and shorter times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tenantry.model.document import Tenancy
from tenantry.model.hostlist import HostList
from tenantry.model.limit import UNLIMITED
from tenantry.model.quota import Quota
from tenantry.model.scheduler import Owner
from tenantry.model.targets import SlurmTarget
from tests.support.documents import resolved_stack

LAB_SCALE = 16
"""Every amount of the lab is a multiple of it."""
LAB_POOLS = {"training": ("gpu[001-013]", 1), "serving": ("gpu[201-204]", 1)}
"""Pool to its hosts and how many of them are spare."""


def small() -> Tenancy:
    """The example for Kubernetes, on Slurm."""
    tenancy = resolved_stack("small").tenancy
    pools = {name: pool.model_copy(update={"owner": Owner.SLURM}) for name, pool in tenancy.pools.items()}
    return tenancy.model_copy(update={"pools": pools, "kueue": None, "slurm": SlurmTarget(release="24.11")})


def slurm_site() -> Tenancy:
    """The example with its own slurm.conf, a second kind of node and users that it leaves alone."""
    return _hasty(resolved_stack("slurm-site").tenancy)


def lab() -> Tenancy:
    """Slurm's part of the lab, a sixteenth of it, without its topology."""
    tenancy = _hasty(resolved_stack("lab").tenancy)
    flavors = {name: flavor.model_copy(update={"topology": None}) for name, flavor in tenancy.flavors.items()}
    pools = {
        name: pool.model_copy(update={"hosts": HostList.parse(LAB_POOLS[name][0]), "spare": LAB_POOLS[name][1]})
        for name, pool in tenancy.pools.items()
    }
    teams = {
        name: team.model_copy(
            update={
                "quota": {flavor: _scaled_quota(quota) for flavor, quota in team.quota.items()},
                "per_user": _scaled(team.per_user),
                "per_job": _scaled(team.per_job),
            }
        )
        for name, team in tenancy.teams.items()
    }
    departments = {
        name: department.model_copy(update={"cap": _scaled(department.cap)})
        for name, department in tenancy.departments.items()
    }
    return tenancy.model_copy(
        update={"flavors": flavors, "topologies": {}, "pools": pools, "teams": teams, "departments": departments}
    )


EXAMPLES: Mapping[str, Callable[[], Tenancy]] = {"small": small, "slurm-site": slurm_site, "lab": lab}


def _hasty(tenancy: Tenancy) -> Tenancy:
    """What is evicted ends at once: Slurm takes one job at a time, each with its grace."""
    tiers = {name: tier.model_copy(update={"grace": None, "checkpoint": None}) for name, tier in tenancy.tiers.items()}
    return tenancy.model_copy(update={"tiers": tiers})


def _scaled_quota(quota: Quota) -> Quota:
    amounts = {"nominal": quota.nominal, "borrow": quota.borrow, "lend": quota.lend}
    split = quota.split if quota.split is None or isinstance(quota.split, str) else _scaled(quota.split)
    return quota.model_copy(update={**_scaled(amounts), "split": split})


def _scaled(amounts: Mapping[Any, Any]) -> dict[Any, Any]:
    return {name: _part(amount) for name, amount in amounts.items()}


def _part(amount: Any) -> Any:
    if amount is None or amount is UNLIMITED:
        return amount
    whole, rest = divmod(amount, LAB_SCALE)
    assert rest == 0, amount
    return whole
