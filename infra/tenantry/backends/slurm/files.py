"""A site's own Slurm files judged: what reading them found, and what the rules about them say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from errno import ENOENT
from pathlib import Path

from tenantry.backends.slurm.database import read_database
from tenantry.backends.slurm.facts import RELEASES
from tenantry.backends.slurm.hardware import SUFFIX, read_hardware
from tenantry.backends.slurm.outside import cut, is_outside, without
from tenantry.backends.slurm.parse.codes import EMPTY, TEMPLATE
from tenantry.backends.slurm.parse.files import Reader, read_disk
from tenantry.backends.slurm.parse.read import read_files, read_site
from tenantry.backends.slurm.parse.site import Site
from tenantry.backends.slurm.stage import FILES, Files
from tenantry.check.run import in_order, run
from tenantry.finding import Finding, Location
from tenantry.model.document import Tenancy

_DATABASE = (".sacctmgr", ".cfg")
_BESIDE = (*_DATABASE, SUFFIX)


def judge(path: Path | str, release: str | None = None, document: Tenancy | None = None) -> list[Finding]:
    """Findings about a slurm.conf, or the one in a folder, and the files beside it, sorted by place.

    A file of sacctmgr commands or a dump of sacctmgr may stand for itself, and so may a folder with nothing else.
    ``release`` is None, and then the newest is assumed, or one of ``facts.RELEASES``. With a ``document``, related
    places in it are paths, not places in a file. Raises OSError or ValueError where there is nothing to read.
    """
    chosen = Path(path)
    folder = chosen if chosen.is_dir() else chosen.parent
    every = _read(chosen, folder, release, document, read_disk)
    if not any(is_outside(name, str(folder)) for name in every.names):
        return every.findings()
    own = _read(chosen, folder, release, document, without(read_disk, str(folder)))
    return in_order(cut(every.findings(), set(own.findings()), own.names, every.site.included))


def judge_files(
    files: Mapping[str, str | bytes], release: str | None = None, document: Tenancy | None = None
) -> list[Finding]:
    """The same from memory: file name to content."""
    texts = {name: text for name, text in files.items() if isinstance(text, str) and name.endswith(_BESIDE)}
    return _All(read_files(files, release), texts, release, document).findings()


def _read(path: Path, folder: Path, release: str | None, document: Tenancy | None, read: Reader) -> _All:
    if path.suffix in _DATABASE:
        return _All(Site(str(path), release), {str(path): read(str(path))}, release, document)
    beside = {str(it): it for it in sorted(folder.iterdir()) if it.suffix in _BESIDE and it.is_file()}
    texts = {name: text for name in beside if (text := _readable(name, read)) is not None}
    if path.is_dir() and any(name.endswith(_DATABASE) for name in texts) and not (path / "slurm.conf").exists():
        return _All(Site(next(iter(texts)), release), texts, release, document)
    if path.is_dir() and not (path / "slurm.conf").exists():
        raise FileNotFoundError(ENOENT, "there is no slurm.conf in it", str(path))
    return _All(read_site(path, release, read), texts, release, document)


def _readable(name: str, read: Reader) -> str | None:
    """None for a file that cannot be read: nothing then is known of what it is about."""
    try:
        return read(name)
    except (OSError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class _All:
    """A site and the text of the files beside it, by name."""

    site: Site
    texts: Mapping[str, str]
    release: str | None
    document: Tenancy | None

    @property
    def names(self) -> frozenset[str]:
        """Of every file that was read."""
        return frozenset((*self.site.files, *self.texts))

    def findings(self) -> list[Finding]:
        """Sorted by place."""
        database = read_database(self.texts)
        hardware = read_hardware({name: text for name, text in self.texts.items() if name.endswith(SUFFIX)})
        assumed = self.release is None
        beside = database and (database.qos or database.associations or database.findings)
        if not (self.site.files or beside or hardware.nodes or hardware.findings):
            hint = "give sacctmgr's dump, or a file of its commands"
            return [EMPTY.at(Location(self.site.path, 1, 1), "the file says nothing of any account", hint)]
        files = Files(self.site, self.release or list(RELEASES)[-1], assumed, database, self.document, hardware)
        said = (*(database.findings if database else ()), *hardware.findings)
        templates = {it.location.file for it in self.site.findings if it.code == TEMPLATE.code and it.location}
        ruled = (it for it in run(FILES, files) if it.location is None or it.location.file not in templates)
        return in_order([*self.site.findings, *said, *ruled])
