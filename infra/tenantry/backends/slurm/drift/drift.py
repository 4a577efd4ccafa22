"""All that differs between a document and one place: a running cluster, a capture of one, or files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tenantry.backends.slurm.drift import codes
from tenantry.backends.slurm.effective.compare import Compared, compare
from tenantry.backends.slurm.effective.things import Seen
from tenantry.backends.slurm.effective.wanted import wanted
from tenantry.backends.slurm.impact import impact
from tenantry.backends.slurm.parse.codes import Code
from tenantry.backends.slurm.scope import Scope
from tenantry.change.difference import Difference
from tenantry.change.impact import Impact
from tenantry.check.run import at_least
from tenantry.finding import Finding, Related, Severity


@dataclass(frozen=True, slots=True)
class Drifted:
    """One difference with its code and the place it was found in."""

    code: Code
    difference: Difference
    where: str
    """``this machine``, ``stacks/lab/rendered``."""
    right: str = ""
    """What puts it right, where that is another command than most."""

    @property
    def finding(self) -> Finding:
        """The same for people, at the document's line once that is known."""
        it = self.difference
        related = (Related("found here", (), it.found_at),) if it.found_at else ()
        return Finding(self.code.code, self.code.severity, self._message, self._help, it.path, None, related)

    @property
    def _message(self) -> str:
        it = self.difference
        if not it.field:
            return f"{it.subject} is {'missing' if it.found is None else 'too much'} ({self.where})"
        return f"{it.subject}: {it.field} is {it.found or 'not set'} ({self.where})"

    @property
    def _help(self) -> str:
        it = self.difference
        if self.right:
            return self.right
        if not it.field:
            said = "the document has it" if it.found is None else "the document does not have it"
        else:
            said = f"the document says {it.wanted or 'that nothing is set'}"
        takes = "" if it.impact is Impact.NOTHING else f", which takes {it.impact.value}"
        return f"{said}{takes}"


@dataclass(frozen=True, slots=True)
class Drift:
    """What was found in one place."""

    drifted: tuple[Drifted, ...]
    notes: tuple[Finding, ...] = ()
    """What could not be compared, and what is wrong with the form of files; each has a place, or a path."""
    places: tuple[str, ...] = ()
    """What was compared."""

    @property
    def takes(self) -> Impact:
        """The most that any difference takes."""
        return max((it.difference.impact for it in self.drifted), key=lambda it: it.rank, default=Impact.NOTHING)

    @property
    def exists(self) -> bool:
        """Whether anything differs, or a file does not have the form to tell."""
        return bool(self.drifted or at_least(self.notes, Severity.ERROR))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of it."""
        return (*(it.finding for it in self.drifted), *self.notes)


def configuration(scope: Scope, seen: Seen, where: str) -> Drift:
    """Settings, partitions, nodes and devices."""
    compared, release = compare(wanted(scope), seen), scope.target.release
    drifted = (
        Drifted(codes.BY_KIND[kind], replace(difference, impact=impact(kind, difference, release)), where)
        for kind, differences in compared.differences.items()
        for difference in differences
    )
    return Drift(tuple(drifted), tuple(_notes(compared, where)), (where,))


def running_release(scope: Scope, found: str, where: str) -> Drift:
    """Whether a cluster runs the release that the document is written for."""
    if found in {"", scope.target.release}:
        return Drift(())
    difference = Difference("Slurm", "release", scope.target.release, found, ("slurm", "release"))
    return Drift((Drifted(codes.RELEASE, difference, where),))


def joined(drifts: Iterable[Drift]) -> Drift:
    """Several as one."""
    every = tuple(drifts)
    return Drift(
        tuple(drifted for it in every for drifted in it.drifted),
        tuple(note for it in every for note in it.notes),
        tuple(dict.fromkeys(place for it in every for place in it.places)),
    )


def _notes(compared: Compared, where: str) -> Iterable[Finding]:
    for said in compared.unseen:
        message = f"{said.key} could not be compared: it is not shown ({where})"
        yield Finding(codes.UNSEEN.code, Severity.INFO, message, "compare the files themselves", said.path)
    if compared.unread:
        kinds = ", ".join(it.value.removesuffix(" of node") for it in compared.unread)
        message = f"{kinds} could not be compared: not there to be read ({where})"
        yield Finding(codes.UNSEEN.code, Severity.INFO, message, "compare the files themselves", ("slurm",))
