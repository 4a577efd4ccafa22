"""Kueue's manifests judged: what reading them found, and what the rules about them say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.parse.kinds import Node
from tenantry.backends.kueue.parse.read import Objects, read_paths, read_texts
from tenantry.backends.kueue.stage import FILES, Files, SlurmHost
from tenantry.check.run import in_order, run
from tenantry.finding import Finding
from tenantry.model.document import Tenancy


def judge(
    paths: Iterable[Path],
    nodes: Iterable[Path] = (),
    release: str | None = None,
    document: Tenancy | None = None,
    slurm: tuple[SlurmHost, ...] = (),
) -> list[Finding]:
    """Findings about manifests in files and folders, sorted by place.

    ``nodes`` are files that hold the nodes of the cluster, as `kubectl get nodes -o yaml` prints them. ``release`` is
    None, and then the newest is assumed, or one of ``facts.RELEASES``. With a ``document``, related places in it are
    paths, not places in a file. Raises OSError where there is nothing to read.
    """
    return _judged(read_paths(paths), read_paths(nodes), release, document, slurm)


def judge_texts(
    files: Mapping[str, str | bytes],
    nodes: Mapping[str, str | bytes] | None = None,
    release: str | None = None,
    document: Tenancy | None = None,
    slurm: tuple[SlurmHost, ...] = (),
) -> list[Finding]:
    """The same from memory: file name to content."""
    return _judged(read_texts(files), read_texts(nodes or {}), release, document, slurm)


def _judged(
    objects: Objects,
    nodes: Objects,
    release: str | None,
    document: Tenancy | None,
    slurm: tuple[SlurmHost, ...],
) -> list[Finding]:
    files = Files(objects, nodes.of(Node), release or list(RELEASES)[-1], release is None, document, slurm)
    return in_order([*objects.findings, *nodes.findings, *run(FILES, files)])
