"""Accounts, QOS and users that committed files of sacctmgr commands make, against those that the document makes now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tenantry.backends.slurm.drift import codes
from tenantry.backends.slurm.drift.drift import Drift, Drifted
from tenantry.backends.slurm.effective.forms import word
from tenantry.backends.slurm.named import named
from tenantry.backends.slurm.parse.codes import Code
from tenantry.backends.slurm.parse.commands import Book, Entry, read_commands
from tenantry.backends.slurm.parse.files import read_disk
from tenantry.backends.slurm.parse.site import Setting
from tenantry.backends.slurm.render import render
from tenantry.change.difference import Difference
from tenantry.finding import Path as ModelPath
from tenantry.resolve.names import names_for
from tenantry.resolve.types import Resolved

FILES: Final = ("qos.sacctmgr", "accounts.sacctmgr")
"""In the order in which they are run."""

_Records = Mapping[tuple[Code, str], Entry]


def of_commands(resolved: Resolved, folder: Path, where: str) -> Drift:
    """The difference in what the files in ``folder`` make; a file that is not there adds nothing.

    Raises OSError or ValueError for one that cannot be read.
    """
    made = {file.path.name: file.text for file in render(resolved) if file.path.name in FILES}
    there = {str(folder / name): read_disk(str(folder / name)) for name in FILES if (folder / name).is_file()}
    if not there:
        return Drift(())
    mine = _records(read_commands({name: made[name] for name in FILES if name in made}))
    theirs = _records(read_commands(there))
    paths = _paths(resolved)
    differences = (
        Drifted(code, difference, where)
        for code, name in {**mine, **theirs}
        for difference in _record(name, mine.get((code, name)), theirs.get((code, name)), paths)
    )
    return Drift(tuple(differences))


def _record(
    name: str, mine: Entry | None, theirs: Entry | None, paths: Mapping[str, ModelPath]
) -> Iterator[Difference]:
    path = paths.get(name, ())
    if mine is None or theirs is None:
        place = theirs.location if theirs else None
        yield Difference(name, "", "there" if mine else None, "there" if theirs else None, path, place)
        return
    for key in {**mine.values, **theirs.values}:
        want, got = mine.values.get(key), theirs.values.get(key)
        if _form(want) != _form(got):
            spelled = want.key if want else got.key if got else key
            place = got.value_location if got else theirs.location
            yield Difference(name, spelled, want.value if want else None, got.value if got else None, path, place)


def _form(setting: Setting | None) -> frozenset[str]:
    return frozenset() if setting is None else word(setting.value)


def _records(book: Book) -> _Records:
    found = {(codes.QOS, f"qos '{name}'"): entry for name, entry in book.qos.items()}
    found |= {(codes.ACCOUNT, f"account '{name}'"): entry for name, entry in book.accounts.items()}
    found |= {(codes.USER, f"user '{name}'"): entry for name, entry in book.users.items()}
    return found | {
        (codes.USER, f"user '{name}' of account '{account}'"): entry
        for (name, account), entry in book.associations.items()
    }


def _paths(resolved: Resolved) -> dict[str, ModelPath]:
    """Subject to the part of the document it is made for."""
    kinds = {"account": "account", "QOS": "qos"}
    found = {f"{kinds[it.kind]} '{it.name}'": it.path for it in named(resolved) if it.kind in kinds}
    names = names_for(resolved)
    for name, team in resolved.teams.items():
        path = ("teams", name, "users")
        for user in team.users or ():
            found.setdefault(f"user '{user}'", path)
            found[f"user '{user}' of account '{names.account(name)}'"] = path
            found[f"user '{user}' of account '{names.burst_account(name)}'"] = path
    return found
