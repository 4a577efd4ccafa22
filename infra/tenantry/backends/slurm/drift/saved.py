"""What dumps of sacctmgr and files of its commands beside a site's files say of the accounting database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tenantry.backends.slurm.accounting.attributes import ATTRIBUTES, read
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record
from tenantry.backends.slurm.accounting.wanted import wanted
from tenantry.backends.slurm.database import Association, Database, read_database
from tenantry.backends.slurm.drift.database import compared
from tenantry.backends.slurm.drift.drift import Drift
from tenantry.backends.slurm.names import ROOT
from tenantry.backends.slurm.parse.files import read_disk
from tenantry.backends.slurm.parse.site import Setting
from tenantry.backends.slurm.scope import Scope
from tenantry.finding import Severity

SUFFIXES: Final = (".cfg", ".sacctmgr")
_DUMPED: Final = {"MaxWall": "maxwalldurationperjob"}
"""Attribute to what a dump calls it, in lower case, where it is neither of its names."""
_KINDS: Final = {"account": Entity.ACCOUNT, "user": Entity.ASSOCIATION}


def of_database(scope: Scope, files: Iterable[Path], where: str) -> Drift:
    """QOS, accounts and users, as far as the files say anything of each kind.

    Raises OSError or ValueError for a file, or a value in one, that cannot be read.
    """
    database = read_database({str(it): read_disk(str(it)) for it in files})
    if database is None:
        return Drift(())
    seen = _accounting(scope.cluster, database)
    kinds = {key.entity for key in seen.records}
    # Neither says of a user as a whole what the default account is.
    want = wanted(scope)
    held = {key: it for key, it in want.records.items() if key.entity in kinds}
    part = Accounting(want.cluster, held, unmanaged=want.unmanaged)
    wrong = tuple(it for it in database.findings if it.severity is Severity.ERROR)
    return Drift(tuple(compared(part, seen, where)), wrong, (where,))


def _accounting(cluster: str, database: Database) -> Accounting:
    records = [_record(Key(Entity.QOS, name), settings, {}) for name, settings in database.qos.items()]
    records += [it for association in database.associations for it in _association(cluster, association)]
    return Accounting(cluster, {it.key: it for it in records})


def _association(cluster: str, it: Association) -> Iterable[Record]:
    entity = _KINDS.get(it.what.partition(" ")[0])
    above = ROOT if it.parent in {"", cluster.lower()} else it.parent  # a dump names the cluster, not its top account
    if entity is Entity.ACCOUNT and it.name != ROOT:
        yield _record(Key(entity, it.name), it.settings, {"Parent": above})
    elif entity is Entity.ASSOCIATION and (it.name, above) != (ROOT, ROOT):
        partition = it.get("Partition")
        yield _record(Key(entity, it.name, above, partition.value if partition else ""), it.settings, {})


def _record(key: Key, settings: Iterable[Setting], texts: Mapping[str, str]) -> Record:
    said = {it.key.lower(): it.value for it in settings}
    found = dict(texts)
    for it in ATTRIBUTES[key.entity]:
        names = (it.name.lower(), it.column.lower(), _DUMPED.get(it.name, ""))
        found.update((it.name, said[name]) for name in names if name in said)
    return Record(key, read(key.entity, found))
