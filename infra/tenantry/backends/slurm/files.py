"""A site's own Slurm files judged: what reading them found, and what the rules about them say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tenantry.backends.slurm.facts import RELEASES
from tenantry.backends.slurm.parse.read import read_files, read_site
from tenantry.backends.slurm.parse.site import Site
from tenantry.backends.slurm.stage import FILES, Files
from tenantry.check.run import in_order, run
from tenantry.finding import Finding


def judge(path: Path | str, release: str | None = None) -> list[Finding]:
    """Findings about a slurm.conf, or the one in a folder, and the files beside it, sorted by place.

    ``release`` is None, and then the newest is assumed, or one of ``facts.RELEASES``. Raises OSError or ValueError
    where there is no slurm.conf to read.
    """
    return _judged(read_site(path, release), release)


def judge_files(files: Mapping[str, str | bytes], release: str | None = None) -> list[Finding]:
    """The same from memory: file name to content."""
    return _judged(read_files(files, release), release)


def _judged(site: Site, release: str | None) -> list[Finding]:
    files = Files(site, release or list(RELEASES)[-1], assumed=release is None)
    return in_order([*site.findings, *run(FILES, files)])
