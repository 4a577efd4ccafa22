"""Kueue's manifests judged: what reading them found, and what the rules about them say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.parse import codes
from tenantry.backends.kueue.parse.kinds import Configuration, Node
from tenantry.backends.kueue.parse.read import Objects, read_paths, read_texts, shown
from tenantry.backends.kueue.stage import FILES, Files, SlurmHost
from tenantry.check.run import in_order, run
from tenantry.finding import Finding, Location
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
    named, nodes = list(paths), list(nodes)
    objects, found = read_paths(named), read_paths(nodes)
    missing = _missing(objects, found, next(map(shown, named), ""), next(map(shown, nodes), ""))
    return _judged(objects, found, missing, release, document, slurm)


def judge_texts(
    files: Mapping[str, str | bytes],
    nodes: Mapping[str, str | bytes] | None = None,
    release: str | None = None,
    document: Tenancy | None = None,
    slurm: tuple[SlurmHost, ...] = (),
) -> list[Finding]:
    """The same from memory: file name to content."""
    objects, found = read_texts(files), read_texts(nodes or {})
    missing = _missing(objects, found, next(iter(files), ""), next(iter(nodes or {}), ""))
    return _judged(objects, found, missing, release, document, slurm)


def _judged(
    objects: Objects,
    nodes: Objects,
    missing: Iterable[Finding],
    release: str | None,
    document: Tenancy | None,
    slurm: tuple[SlurmHost, ...],
) -> list[Finding]:
    files = Files(objects, nodes.of(Node), release or list(RELEASES)[-1], release is None, document, slurm)
    return in_order([*objects.findings, *nodes.findings, *missing, *run(FILES, files)])


def _missing(objects: Objects, nodes: Objects, first: str, first_of_nodes: str) -> Iterator[Finding]:
    """Tells where nothing was given that can be judged; why it could not be read is told already."""
    if not objects.findings and not any(objects.kueue()) and not objects.of(Configuration):
        hint = "give the files that hold ClusterQueues, ResourceFlavors and the like"
        yield codes.NOTHING.finding("no object of Kueue's is here", hint, Location(first, 1, 1))
    if first_of_nodes and not nodes.findings and not nodes.of(Node):
        hint = "give what `kubectl get nodes -o yaml` prints"
        yield codes.NO_NODE.finding("there is no node here", hint, Location(first_of_nodes, 1, 1))
