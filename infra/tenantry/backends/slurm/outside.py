"""Files outside the folder that is judged: they count, but no finding tells what stands in them.

An Include, or a link beside slurm.conf, can name any file of the machine that checks, and findings go to whoever wrote
it: a check of somebody else's files must not print a password file. Rules need not know of this. Everything is judged
twice, with and without what stands in such files; whatever is not said in the same words without it is cut down to its
code, its place and the title of its kind.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final

from tenantry.backends.slurm.parse.codes import CODES
from tenantry.backends.slurm.parse.files import Reader
from tenantry.backends.slurm.stage import FILES
from tenantry.check.doc import doc_of
from tenantry.check.rule import rules
from tenantry.finding import Finding, Location

HELP: Final = (
    "it rests on a file outside the folder of slurm.conf, whose text is not told; check a folder that holds all files"
)
RELATED: Final = "it has to do with this place"


def is_outside(name: str, folder: str) -> bool:
    """Whether a file is neither in a folder nor below it, links followed."""
    return not PurePath(os.path.realpath(name)).is_relative_to(os.path.realpath(folder))


def without(read: Reader, folder: str) -> Reader:
    """Reads files outside a folder as if they were empty; those that cannot be read still cannot."""

    def inside(name: str) -> str:
        text = read(name)
        return "" if is_outside(name, folder) else text

    return inside


def cut(
    findings: Iterable[Finding],
    innocent: Collection[Finding],
    named: Collection[str],
    included: Mapping[str, Location],
) -> Iterator[Finding]:
    """The findings, cut down where they are not among the ``innocent``: those made without any text from outside.

    ``named`` are the files whose names do not come from such text; a place in another file becomes that of the line
    that includes it, which ``included`` has for each included file.
    """

    def place(location: Location | None) -> Location | None:
        while location is not None and location.file not in named:
            location = included.get(location.file)
        return location

    for it in findings:
        if it in innocent:
            yield it
        else:
            related = tuple(replace(other, message=RELATED, location=place(other.location)) for other in it.related)
            yield replace(it, message=_title(it.code), help=HELP, location=place(it.location), related=related)


def cut_by_place(findings: Sequence[Finding], folder: str) -> Iterator[Finding]:
    """The same of findings that each rest on nothing but the line they are about, as those of a parser do."""
    files = {it.location.file for it in findings if it.location}
    outside = {name for name in files if is_outside(name, folder)}
    return cut(findings, {it for it in findings if not (it.location and it.location.file in outside)}, files, {})


def _title(code: str) -> str:
    kinds = {it.code: it.title for it in CODES}
    return kinds.get(code) or next(doc_of(it).title for it in rules(FILES.package) if it.code == code).removesuffix(".")
