"""The stages in their order, for the command line and for Pulumi alike: load, rules, resolve, rules, back ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tenantry.check.guardrails import guard_rules
from tenantry.check.rule import DECLARED, DOCUMENT, RESOLVED, TARGETS
from tenantry.check.run import at_least, in_order, run
from tenantry.check.target import Declared, Gap, Supported, Target, Targeted
from tenantry.finding import Finding, Severity
from tenantry.load.find import Unreadable, find
from tenantry.load.source import Loaded, load
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved

if TYPE_CHECKING:
    from tenantry.backends.base import Backend, RenderedFile
    from tenantry.backends.kueue.stage import SlurmHost
    from tenantry.backends.slurm.drift.drift import Drift
    from tenantry.backends.slurm.live.commands import Commands
    from tenantry.backends.slurm.planned import Planned
    from tenantry.change.safety import Permits


@dataclass(frozen=True, slots=True)
class Examined:
    """A document with everything that is to say about it."""

    loaded: Loaded
    resolved: Resolved | None
    """None where the document is not valid as far as its own rules go."""
    findings: tuple[Finding, ...]
    """Sorted by place."""

    @property
    def valid(self) -> bool:
        """Whether it may be rendered and applied: no finding is an error."""
        return self.resolved is not None and not at_least(self.findings, Severity.ERROR)

    @property
    def stopped_by(self) -> tuple[Finding, ...]:
        """The errors that kept it from being resolved, so that nothing is known of what rests on them."""
        return () if self.resolved is not None else tuple(at_least(self.findings, Severity.ERROR))


def examine(document: str | None = None, cwd: Path = Path()) -> Examined:
    """Loads and checks a document: a path, a stack's name, or None for the only one there is.

    Raises load.find.Unreadable where there is no such document.
    """
    return examined(load(find(document, cwd)))


def examined(loaded: Loaded) -> Examined:
    """Everything about a loaded document. Its own rules come first; an error among them stops before resolving."""
    found = list(loaded.findings)
    resolved: Resolved | None = None
    if loaded.tenancy is not None:
        found += run(DOCUMENT, loaded.tenancy)
        sound = not at_least(found, Severity.ERROR)
        found += run(DECLARED, Declared(loaded.tenancy, supported()))
        found += run(DOCUMENT, loaded.tenancy, guard_rules())  # resolving does not rest on them
        if sound:
            resolved = resolve(loaded.tenancy)
            found += run(RESOLVED, resolved)
            found += run(TARGETS, Targeted(resolved, targets(resolved)))
    elif loaded.partial is not None:
        from tenantry.check.partial import sure

        rest = loaded.partial.tenancy
        found += sure([*run(DOCUMENT, rest), *run(DECLARED, Declared(rest, supported()))], loaded.partial.removed)
    return Examined(loaded, resolved, tuple(in_order(loaded.locate(found))))


def slurm_files(path: Path, release: str | None = None, document: Examined | None = None) -> list[Finding]:
    """What is to say about a site's own slurm.conf (or its folder) and the files beside it, sorted by place.

    ``release`` counts first, then that of the document, where it is supported, else the newest is assumed and a note
    says so. Raises ValueError for a ``release`` outside the table, Unreadable where there is no slurm.conf to read.
    """
    from tenantry.backends.slurm.facts import RELEASES, facts
    from tenantry.backends.slurm.files import judge

    tenancy = document.loaded.tenancy if document else None
    if release is not None:
        facts(release)
    elif tenancy is not None and tenancy.slurm is not None and tenancy.slurm.release in RELEASES:
        release = tenancy.slurm.release
    try:
        found = judge(path, release, tenancy)
    except OSError as problem:
        raise Unreadable(f"{path}: {problem.strerror or problem}") from problem
    except ValueError as problem:
        raise Unreadable(f"{path}: {problem}") from problem
    return document.loaded.locate(found) if document else found


def kueue_files(
    paths: Sequence[Path],
    nodes: Sequence[Path] = (),
    release: str | None = None,
    document: Examined | None = None,
    slurm: Path | None = None,
) -> list[Finding]:
    """What is to say about Kueue's manifests in files and folders, sorted by place.

    ``nodes`` are files that hold the nodes of the cluster, ``slurm`` a site's slurm.conf (or its folder), whose nodes
    are compared with them. ``release`` counts first, then that of the document, where it is supported, else the newest
    is assumed and a note says so. Raises ValueError for a ``release`` outside the table, Unreadable for a path that
    cannot be read.
    """
    from tenantry.backends.kueue.facts import RELEASES
    from tenantry.backends.kueue.files import judge

    tenancy = document.loaded.tenancy if document else None
    if release is not None and release not in RELEASES:
        raise ValueError(f"Kueue {release} is not supported; supported are {', '.join(RELEASES)}")
    if release is None and tenancy is not None and tenancy.kueue is not None and tenancy.kueue.release in RELEASES:
        release = tenancy.kueue.release
    try:
        found = judge(paths, nodes, release, tenancy, _slurm_hosts(slurm) if slurm else ())
    except OSError as problem:
        raise Unreadable(f"{problem.filename or paths[0]}: {problem.strerror or problem}") from problem
    return document.loaded.locate(found) if document else found


def _slurm_hosts(path: Path) -> tuple[SlurmHost, ...]:
    from tenantry.backends.kueue.stage import SlurmHost
    from tenantry.backends.slurm.in_use import hosts_in_use
    from tenantry.backends.slurm.parse.read import read_site

    return tuple(SlurmHost(name, idle, at) for name, idle, at in hosts_in_use(read_site(path)))


def rendered(resolved: Resolved, only: Sequence[Scheduler] = ()) -> tuple[RenderedFile, ...]:
    """The files of every back end (or of those in ``only``), sorted by path; expects a valid document."""
    from tenantry.backends.registry import BACKENDS

    wanted = [backend for backend in BACKENDS if backend.name in (only or resolved.schedulers)]
    return tuple(sorted(file for backend in wanted for file in backend.render(resolved)))


def folders(schedulers: Sequence[Scheduler]) -> list[str]:
    """The folders that the files of these back ends stand in."""
    from tenantry.backends.registry import BACKENDS

    return [folder for backend in BACKENDS if backend.name in schedulers for folder in backend.folders]


def targets(resolved: Resolved) -> dict[Scheduler, Target]:
    """What the back ends hand in about the schedulers that the document names."""
    from tenantry.backends.registry import BACKENDS

    return {it.name: _target(it, resolved) for it in BACKENDS if it.name in resolved.schedulers}


def supported() -> dict[Scheduler, Supported]:
    """What the back ends know whatever the document says."""
    from tenantry.backends.registry import BACKENDS

    return {it.name: Supported(it.releases, it.written) for it in BACKENDS}


def _target(backend: Backend, resolved: Resolved) -> Target:
    release = getattr(resolved.tenancy, backend.name.value).release
    gaps = tuple(_gaps(backend, resolved))
    if release not in backend.releases:
        return Target(gaps)
    refusals, names = tuple(backend.refusals(resolved)), tuple(backend.named(resolved))
    return Target(gaps, refusals, names)


def _gaps(backend: Backend, resolved: Resolved) -> Iterator[Gap]:
    from tenantry.backends.base import Fidelity
    from tenantry.report.usage import uses

    for concept, path in uses(resolved, backend.name).items():
        said = backend.limits_of(resolved)[concept]
        if said.fidelity is not Fidelity.EXACT:
            yield Gap(path, concept.value, said.fidelity.value, said.why)


def drift(resolved: Resolved, slurm: Commands | Path | None, folder: Path | None) -> Drift:
    """How a running Slurm or its files, and a folder of rendered ones, differ from a valid document.

    Raises Unreadable for what cannot be read.
    """
    from tenantry.backends.slurm.drift import sources
    from tenantry.backends.slurm.drift.drift import joined
    from tenantry.backends.slurm.live.commands import UnreachableError
    from tenantry.report.tree import compare

    found: list[Drift] = []
    try:
        if isinstance(slurm, Path):
            found.append(sources.of_files(resolved, slurm))
        elif slurm is not None:
            found.append(sources.of_commands(resolved, slurm))
        if folder is not None:
            stale = compare(folder, rendered(resolved), folders(resolved.schedulers)).states()
            found.append(sources.of_rendered(resolved, folder, stale))
    except OSError as problem:
        raise Unreadable(f"{problem.filename or slurm or folder}: {problem.strerror or problem}") from problem
    except ValueError as problem:
        raise Unreadable(f"{slurm or folder}: {problem}") from problem
    except UnreachableError as problem:
        raise Unreadable(str(problem)) from problem
    return joined(found)


def slurm_plan(resolved: Resolved, run_with: str, capture: Path | None, permits: Permits) -> Planned:
    """What would bring the accounting database to a valid document that names Slurm.

    ``run_with`` are words to run Slurm's commands with, ``capture`` what was saved of them instead. Raises Unreadable
    where neither answers, or the database does not know the cluster.
    """
    from tenantry.backends.slurm.live.commands import UnreachableError
    from tenantry.backends.slurm.planned import UnregisteredError, planned

    try:
        return planned(resolved, slurm_commands(run_with, capture), permits)
    except (UnreachableError, UnregisteredError) as error:
        raise Unreadable(str(error)) from error


def slurm_commands(run_with: str, capture: Path | None) -> Commands:
    """Where Slurm's commands are run. Raises Unreadable for words or a capture that cannot be read."""
    import shlex

    from tenantry.backends.slurm.live.capture import CapturedCommands, is_capture
    from tenantry.backends.slurm.live.local import LocalCommands

    if capture is not None and not is_capture(capture):
        raise Unreadable(f"{capture} is no folder that `tenantry slurm capture` wrote")
    try:
        return LocalCommands(tuple(shlex.split(run_with))) if capture is None else CapturedCommands(capture)
    except OSError as error:
        raise Unreadable(f"{capture}: {error.strerror or error}") from error
    except ValueError as error:
        raise Unreadable(f"{run_with or capture}: {error}") from error


def render(document: str | None = None, cwd: Path = Path()) -> tuple[RenderedFile, ...]:
    """The files of a document; raises ValueError with its errors where it is not valid."""
    it = examine(document, cwd)
    if it.resolved is None or not it.valid:
        errors = at_least(it.findings, Severity.ERROR)
        raise ValueError("\n".join(f"{error.location}: {error.code} {error.text}" for error in errors))
    return rendered(it.resolved)
