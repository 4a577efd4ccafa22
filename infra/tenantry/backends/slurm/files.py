"""A site's own Slurm files judged: what reading them found, and what the rules about them say."""

from __future__ import annotations

from collections.abc import Mapping
from errno import ENOENT
from pathlib import Path

from tenantry.backends.slurm.database import read_database
from tenantry.backends.slurm.facts import RELEASES
from tenantry.backends.slurm.hardware import SUFFIX, read_hardware
from tenantry.backends.slurm.parse.codes import TEMPLATE
from tenantry.backends.slurm.parse.files import read_disk
from tenantry.backends.slurm.parse.read import read_files, read_site
from tenantry.backends.slurm.parse.site import Site
from tenantry.backends.slurm.stage import FILES, Files
from tenantry.check.run import in_order, run
from tenantry.finding import Finding
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
    if chosen.suffix in _DATABASE:
        return _judged(Site(str(chosen), release), release, {str(chosen): read_disk(str(chosen))}, document)
    folder = chosen if chosen.is_dir() else chosen.parent
    beside = {str(it): it for it in sorted(folder.iterdir()) if it.suffix in _BESIDE and it.is_file()}
    texts = {name: text for name, it in beside.items() if (text := _readable(it)) is not None}
    if chosen.is_dir() and any(name.endswith(_DATABASE) for name in texts) and not (chosen / "slurm.conf").exists():
        return _judged(Site(next(iter(texts)), release), release, texts, document)
    if chosen.is_dir() and not (chosen / "slurm.conf").exists():
        raise FileNotFoundError(ENOENT, "there is no slurm.conf in it", str(chosen))
    return _judged(read_site(path, release), release, texts, document)


def judge_files(
    files: Mapping[str, str | bytes], release: str | None = None, document: Tenancy | None = None
) -> list[Finding]:
    """The same from memory: file name to content."""
    texts = {name: text for name, text in files.items() if isinstance(text, str) and name.endswith(_BESIDE)}
    return _judged(read_files(files, release), release, texts, document)


def _readable(path: Path) -> str | None:
    """None for a file that cannot be read: nothing then is known of what it is about."""
    try:
        return read_disk(str(path))
    except (OSError, ValueError):
        return None


def _judged(site: Site, release: str | None, texts: Mapping[str, str], document: Tenancy | None) -> list[Finding]:
    database = read_database(texts)
    hardware = read_hardware({name: text for name, text in texts.items() if name.endswith(SUFFIX)})
    files = Files(site, release or list(RELEASES)[-1], release is None, database, document, hardware)
    said = (*(database.findings if database else ()), *hardware.findings)
    templates = {it.location.file for it in site.findings if it.code == TEMPLATE.code and it.location}
    ruled = (it for it in run(FILES, files) if it.location is None or it.location.file not in templates)
    return in_order([*site.findings, *said, *ruled])
