"""A document, its own files, and how they differ from it once somebody edited them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tenantry.backends.slurm.effective.compare import Compared, compare
from tenantry.backends.slurm.effective.files import read
from tenantry.backends.slurm.effective.wanted import wanted
from tenantry.backends.slurm.parse.read import read_files
from tenantry.backends.slurm.render import render
from tenantry.backends.slurm.scope import Scope
from tenantry.change.difference import Difference
from tenantry.resolve.types import Resolved

Edit = Callable[[str], str]


def texts(resolved: Resolved) -> dict[str, str]:
    """File name to what the document renders."""
    return {file.path.name: file.text for file in render(resolved)}


def against(resolved: Resolved, files: Mapping[str, str]) -> Compared:
    """The document compared with these files."""
    scope = Scope(resolved)
    return compare(wanted(scope), read(read_files(files, scope.target.release, scope.target.file)))


def every(compared: Compared) -> list[Difference]:
    """The differences of all kinds."""
    return [it for found in compared.differences.values() for it in found]


def edited(resolved: Resolved, file: str, *edits: tuple[str, str]) -> list[Difference]:
    """What is found after replacing, in one file, a text that must be there."""
    files = texts(resolved)
    for old, new in edits:
        assert old in files[file], f"{file} has no {old!r}"
        files[file] = files[file].replace(old, new)
    return every(against(resolved, files))


def short(found: list[Difference]) -> list[tuple[str, str, str | None, str | None]]:
    """What matters of differences."""
    return [(it.subject, it.field, it.wanted, it.found) for it in found]
