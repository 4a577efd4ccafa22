"""From a document and a running Slurm, or a capture of one, to a plan."""

from __future__ import annotations

from dataclasses import dataclass

from tenantry.backends.slurm.accounting.observe import observe
from tenantry.backends.slurm.accounting.wanted import wanted
from tenantry.backends.slurm.apply import Database
from tenantry.backends.slurm.live.commands import Commands
from tenantry.backends.slurm.live.release import release
from tenantry.backends.slurm.plan import plan
from tenantry.backends.slurm.planning.refuse import obstacles, other_release
from tenantry.backends.slurm.scope import Scope
from tenantry.change.plan import Plan
from tenantry.change.safety import Permits
from tenantry.finding import Finding
from tenantry.resolve.types import Resolved


class UnregisteredError(Exception):
    """The accounting database does not know the cluster; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, what keeps it from being carried out, and what it is for."""

    plan: Plan
    findings: tuple[Finding, ...]
    database: Database


def planned(resolved: Resolved, commands: Commands, permits: Permits) -> Planned:
    """The plan for a valid document. Raises UnreachableError and UnregisteredError."""
    scope = Scope(resolved)
    found_release = release(commands, scope.target.release)
    want, seen = wanted(scope), observe(commands, scope.cluster, found_release)
    if not seen.registered:
        raise UnregisteredError(
            f"the accounting database of {commands.where} knows no cluster '{scope.cluster}': run the commands of the "
            "rendered qos.sacctmgr, start slurmctld once, which registers it and what it tracks, and plan again"
        )
    found = plan(want, seen, keep_foreign=permits.keep_foreign)
    findings = (
        *other_release(scope.target.release, found_release, commands.where),
        *obstacles(want, seen, found),
    )
    return Planned(found, findings, Database(commands, want, found_release, keep_foreign=permits.keep_foreign))
