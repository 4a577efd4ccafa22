"""The accounting database against a document: QOS, accounts and users."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from tenantry.backends.slurm.accounting.compare import deltas
from tenantry.backends.slurm.accounting.observe import observe
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key
from tenantry.backends.slurm.accounting.wanted import wanted
from tenantry.backends.slurm.drift import codes
from tenantry.backends.slurm.drift.drift import Drift, Drifted
from tenantry.backends.slurm.live.commands import Commands
from tenantry.backends.slurm.live.release import release
from tenantry.backends.slurm.parse.codes import Code
from tenantry.backends.slurm.scope import Scope
from tenantry.change.difference import Difference

_BY_ENTITY: Final[Mapping[Entity, Code]] = {
    Entity.QOS: codes.QOS,
    Entity.ACCOUNT: codes.ACCOUNT,
    Entity.USER: codes.USER,
    Entity.ASSOCIATION: codes.USER,
}


def database(scope: Scope, commands: Commands) -> Drift:
    """What is set otherwise than the document says; raises UnreachableError where it cannot be read."""
    seen, where = observe(commands, scope.cluster, release(commands, scope.target.release)), commands.where
    if not seen.registered:
        missing = Difference(f"cluster '{scope.cluster}' in the accounting database", "", "there", None, ("fleet",))
        return Drift((Drifted(codes.ACCOUNT, missing, where),), (), (where,))
    return Drift(tuple(compared(wanted(scope), seen, where)), (), (where,))


def compared(want: Accounting, seen: Accounting, where: str) -> Iterator[Drifted]:
    """Each difference; a user too much points at the team in whose account it is."""
    for delta in deltas(want, seen):
        account = want.records.get(Key(Entity.ACCOUNT, delta.key.account))
        path = account.path if account and delta.wanted is None else ()
        for it in delta.differences:
            yield Drifted(_BY_ENTITY[delta.key.entity], replace(it, path=it.path or path), where)
