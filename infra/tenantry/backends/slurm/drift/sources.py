"""Drift of each kind of place: a running Slurm or a capture of one, a site's files, and what was rendered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Final

from tenantry.backends.slurm.drift import codes, written
from tenantry.backends.slurm.drift.database import database
from tenantry.backends.slurm.drift.drift import Drift, Drifted, configuration, joined, running_release
from tenantry.backends.slurm.drift.saved import SUFFIXES, of_database
from tenantry.backends.slurm.effective.files import read
from tenantry.backends.slurm.effective.shown import observe, release
from tenantry.backends.slurm.live.commands import Commands
from tenantry.backends.slurm.outside import cut_by_place
from tenantry.backends.slurm.parse.codes import Code
from tenantry.backends.slurm.parse.read import SLURM_CONF, read_site
from tenantry.backends.slurm.parse.site import Site
from tenantry.backends.slurm.render import FOLDER
from tenantry.backends.slurm.scope import Scope
from tenantry.change.difference import Difference
from tenantry.finding import Severity
from tenantry.resolve.types import Resolved

_FILES: Final[Mapping[str, frozenset[Code]]] = {
    "slurm.conf": frozenset({codes.SETTING, codes.PARTITION, codes.NODE}),
    "tenancy.conf": frozenset({codes.SETTING, codes.PARTITION, codes.NODE}),
    "cgroup.conf": frozenset({codes.SETTING}),
    "gres.conf": frozenset({codes.DEVICES}),
    "topology.conf": frozenset({codes.TOPOLOGY}),
    "topology.yaml": frozenset({codes.TOPOLOGY}),
    "qos.sacctmgr": frozenset({codes.QOS}),
    "accounts.sacctmgr": frozenset({codes.QOS, codes.ACCOUNT, codes.USER}),
}
"""Rendered file to the kinds of drift that say field by field how it differs."""


def of_commands(resolved: Resolved, commands: Commands) -> Drift:
    """A running Slurm, or what was saved of one. Raises UnreachableError where it does not answer."""
    scope = Scope(resolved)
    seen = observe(commands)
    where = commands.where
    return joined(
        [running_release(scope, release(seen), where), configuration(scope, seen, where), database(scope, commands)]
    )


def of_files(resolved: Resolved, path: Path) -> Drift:
    """A site's slurm.conf, or its folder with dumps of sacctmgr or its commands beside it, or one of these by itself.

    Raises OSError or ValueError where there is nothing to read.
    """
    return _discreet(_of_files(Scope(resolved), path), path if path.is_dir() else path.parent)


def _of_files(scope: Scope, path: Path) -> Drift:
    if path.suffix in SUFFIXES:
        return of_database(scope, [path], str(path))
    beside = sorted(it for it in path.iterdir() if it.suffix in SUFFIXES) if path.is_dir() else []
    found = [of_database(scope, beside, str(path))] if beside else []
    if not beside or (path / SLURM_CONF).exists():
        found.append(_of_site(scope, read_site(path, scope.target.release), str(path)))
    return joined(found)


def of_rendered(resolved: Resolved, folder: Path, stale: Iterable[tuple[str, PurePosixPath]]) -> Drift:
    """What was rendered into a folder; ``stale`` says how whole files differ, with their paths in the folder.

    Raises OSError or ValueError where a file of Slurm's is there and cannot be read.
    """
    found: list[Drift] = []
    if resolved.tenancy.slurm is not None:
        scope = Scope(resolved)
        file = folder / FOLDER / scope.target.file
        if file.is_file():
            found.append(_of_site(scope, read_site(file, scope.target.release), str(folder)))
        found.append(written.of_commands(resolved, folder / FOLDER, str(folder)))
    fields = _discreet(joined(found), folder / FOLDER)
    told = {it.code for it in fields.drifted}
    files = (
        Drifted(
            codes.RENDERED,
            Difference(str(path), *_states(state)),
            str(folder),
            f"write it: tenantry render -o {folder}",
        )
        for state, path in stale
        if not (path.parent == FOLDER and told & _FILES.get(path.name, frozenset()))
    )
    return joined([fields, Drift(tuple(files), (), (str(folder),))])


def _discreet(drift: Drift, folder: Path) -> Drift:
    """Without text of files outside a folder in the notes; a setting that differs is told wherever it stands."""
    return replace(drift, notes=tuple(cut_by_place(drift.notes, str(folder))))


def _states(state: str) -> tuple[str, str | None, str | None]:
    """Field and both readings of a file: there or not, or there with another content."""
    whole = {"missing": ("", "there", None), "extra": ("", None, "there")}
    return whole.get(state, ("content", "as the document makes it", state))


def _of_site(scope: Scope, site: Site, where: str) -> Drift:
    form = tuple(it for it in site.findings if it.severity is not Severity.INFO)
    return joined([configuration(scope, read(site), where), Drift((), form)])
