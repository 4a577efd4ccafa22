"""A document from disk: read, joined, validated, with everything that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from tenantry.finding import Finding, Location
from tenantry.load.codes import MISSING_KEY, YAML_FEATURE
from tenantry.load.files import gather
from tenantry.load.marks import Marks
from tenantry.load.merge import merge
from tenantry.load.yaml import parse
from tenantry.model.document import Tenancy

if TYPE_CHECKING:
    from tenantry.load.recover import Partial


@dataclass(frozen=True, slots=True)
class Source:
    """One file as it was read; ``text`` is empty where it is no text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A document, or all that keeps it from being one."""

    tenancy: Tenancy | None
    """None where there are findings."""
    partial: Partial | None
    """Where values are wrong, the document without them; None where it is valid or nothing of it stands on its own."""
    findings: tuple[Finding, ...]
    """Errors, sorted by place."""
    marks: Marks
    files: tuple[Source, ...]

    def locate(self, findings: list[Finding]) -> list[Finding]:
        """Findings of later stages with their places in the files."""
        return self.marks.locate(findings)


def load(document: Path) -> Loaded:
    """Reads a file, a folder or ``-``. Raises Unreadable where that is missing; what it holds gives findings."""
    files = gather(document)
    return _load(files.contents, files.findings, document if document.is_dir() else document.parent)


def load_text(text: str | bytes, name: str = "<text>") -> Loaded:
    """Reads a document that is at hand; never raises. Paths in it count from the working folder."""
    return _load([(name, text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))], [], Path())


def _load(contents: list[tuple[str, bytes]], found: list[Finding], folder: Path) -> Loaded:
    parsed = [parse(data, name) for name, data in contents]
    merged = merge(parsed)
    findings = [*found, *(it for file in parsed for it in file.findings), *merged.findings]
    start = parsed[0].start if parsed else Location(found[0].location.file if found[0].location else "", 1, 1)
    marks = Marks(start, merged.marks)
    tenancy: Tenancy | None = None
    partial: Partial | None = None
    whole = all(file.whole for file in parsed) and not found
    if whole or merged.data:
        try:
            # Keys in snake_case are Python's, not the document's.
            tenancy = _placed(Tenancy.model_validate(merged.data, by_alias=True, by_name=False), folder)
        except ValidationError as error:
            # They build the JSON schema, which a good document never needs.
            from tenantry.load.problems import problems
            from tenantry.load.recover import recover

            partial = recover(error, merged.data) if whole else None
            findings.extend(it for it in problems(error, merged.data, marks) if not _hidden(it, findings, whole=whole))
    ordered = tuple(sorted(dict.fromkeys(findings), key=lambda it: (it.location or start, it.code, it.message)))
    files = tuple(Source(it.file, it.text) for it in parsed)
    return Loaded(None if ordered else tenancy, partial, ordered, marks, files)


def _placed(tenancy: Tenancy, folder: Path) -> Tenancy:
    """The document with the paths in it as the working folder has them."""
    if tenancy.slurm is None or tenancy.slurm.templates is None:
        return tenancy
    slurm = tenancy.slurm.model_copy(update={"templates": str(folder / tenancy.slurm.templates)})
    return tenancy.model_copy(update={"slurm": slurm})


def _hidden(finding: Finding, found: list[Finding], *, whole: bool) -> bool:
    """Whether a key that seems missing may stand in a part that was not read."""
    if finding.code != MISSING_KEY.code:
        return False
    parent = finding.path[:-1]
    unread = any(it.code == YAML_FEATURE.code and it.path == parent for it in found)  # a merge key
    return unread or (not whole and len(parent) < 2)
