"""One file of ``key=value`` lines with all that it includes: settings, records and what is wrong with their form.

Source: src/common/parse_config.c, ``s_p_parse_file``; tried on 22.05, 24.11 and 26.05. Which keys and values there are
is not asked here: that differs between releases and belongs to rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tenantry.backends.slurm.parse import codes
from tenantry.backends.slurm.parse.files import Reader
from tenantry.backends.slurm.parse.includes import Includes, include_name
from tenantry.backends.slurm.parse.lines import SPACE, Line, logical_lines
from tenantry.backends.slurm.parse.pairs import Pair, pair, pairs
from tenantry.backends.slurm.parse.site import Record, Setting, Settings
from tenantry.finding import Finding, Location
from tenantry.model.problem import shown

_TEMPLATE: Final = re.compile(r"\{\{|\{%|(?:^|=)\{\w+\}")
"""Jinja, or ``{name}`` as Python's templates have it."""


@dataclass
class Conf:
    """What a file and its includes hold, collected while they are read."""

    settings: list[Setting] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    """As written: DEFAULT lines are not applied yet."""
    files: list[str] = field(default_factory=list)
    included: dict[str, Location] = field(default_factory=dict)
    """Included file to where the first line that includes it names it."""
    findings: list[Finding] = field(default_factory=list)


def read_conf(name: str, read: Reader, kinds: Mapping[str, str], release: str | None = None) -> Conf:
    """Reads a file; ``kinds`` names, in lower case, the keys that start a record, each with its usual spelling.

    Raises OSError or ValueError when the file itself cannot be read; for an included one there is a finding.
    """
    conf = Conf()
    _File(conf, kinds, Includes(name, read, release)).read(name, read(name))
    return conf


@dataclass
class _File:
    conf: Conf
    kinds: Mapping[str, str]
    includes: Includes
    template: bool = False
    """Whether the file that is being read is a template: then one finding says all there is to say."""

    def read(self, name: str, text: str) -> None:
        self.conf.files.append(name)
        outer, self.template = self.template, False
        for line in logical_lines(text):
            self._marks(name, line)
            if (included := include_name(line.text)) is not None:
                self._include(name, line, *included)
                self._behind(name, line, included[2], text)
            else:
                self._pairs(name, line)
        self.template = outer

    def _pairs(self, name: str, line: Line) -> None:
        first = pair(line.text)
        if first is None:
            self._rest(name, line, 0)
        elif first.key.lower() == "include":
            where, hint = self._at(name, line, first.key_at), f"write Include {first.value}"
            self._say(codes.SYNTAX.at(where, "Include is a directive, not a key", hint))
        elif kind := self.kinds.get(first.key.lower()):
            found, end = pairs(line.text)
            self.conf.records.append(self._record(name, line, kind, found))
            self._rest(name, line, end)
        else:
            self.conf.settings.append(self._setting(name, line, first))
            self._rest(name, line, first.end)

    def _record(self, name: str, line: Line, kind: str, found: list[Pair]) -> Record:
        first, *others = [self._setting(name, line, each) for each in found]
        seen: set[str] = set()
        for option in others:
            if option.key.lower() in seen:
                hint = "keep one of them"
                self._say(codes.TWICE.at(option.location, f"{option.key} stands twice on this line", hint))
            seen.add(option.key.lower())
        own = Settings(tuple(others))
        return Record(kind, first.value, own, own, first.location, first.value_location)

    def _setting(self, name: str, line: Line, found: Pair) -> Setting:
        at = self._at(name, line, found.key_at)
        if found.operator:
            message = f"{found.key}{found.operator}= is read as {found.key}="
            self._say(codes.OPERATOR.at(at, message, f"write the whole value: {found.key}=..."))
        if '"' in found.value:
            self._quote(name, line, found)
        return Setting(found.key, found.value, at, self._at(name, line, found.value_at))

    def _quote(self, name: str, line: Line, found: Pair) -> None:
        if line.comment and line.text.count('"') % 2:
            where = Location(name, *line.comment)
            message = f"the '#' ends the line inside the quotes of {found.key}; what follows is lost"
            self._say(codes.CUT.at(where, message, r"write \#, or leave it out"))
        else:
            where = self._at(name, line, found.value_at)
            message = f"the value of {found.key} is {shown(found.value)}, with a quote in it"
            self._say(
                codes.QUOTE.at(where, message, 'write Key="value", with a space or the end of the line behind it')
            )

    def _rest(self, name: str, line: Line, end: int) -> None:
        """Whatever is left of a line has to be white space."""
        rest = line.text[end:]
        text = rest.strip(SPACE)
        if text:
            where = self._at(name, line, end + len(rest) - len(rest.lstrip(SPACE)))
            self._say(codes.SYNTAX.at(where, f"{shown(text)} is not read", _syntax_hint(text, end)))

    def _include(self, name: str, line: Line, wanted: str, at: int, end: int) -> None:
        where = self._at(name, line, at)
        cluster = Settings(tuple(self.conf.settings)).get("ClusterName")
        for finding in self._opened(name, wanted, where, cluster.value.lower() if cluster else None):
            self._say(finding)
        self._rest(name, line, end)

    def _behind(self, name: str, line: Line, end: int, text: str) -> None:
        """A comment right behind the name: the parser looks for the end of the name in it, and reads what follows."""
        number, column = line.comment or (0, 0)
        if end == len(line.text) and number and re.search(r"\s\S", text.split("\n")[number - 1][column:]):
            message = "the comment touches the name of the file, and Slurm reads on in it"
            self._say(codes.SYNTAX.at(Location(name, number, column), message, "put a space before the '#'"))

    def _opened(self, name: str, wanted: str, where: Location, cluster: str | None) -> Iterator[Finding]:
        opened = self.includes.open(name, wanted, where, cluster)
        if isinstance(opened, Finding):
            yield opened
            return
        if opened.finding is not None:
            yield opened.finding
        self.conf.included.setdefault(opened.name, where)
        self.read(opened.name, opened.text)
        self.includes.close()

    def _marks(self, name: str, line: Line) -> None:
        if not self.template and (match := _TEMPLATE.search(line.text)):
            where, message = self._at(name, line, match.start()), "the file is a template, and not filled in"
            self._say(codes.TEMPLATE.at(where, message, "give the file that is made from it"))
            self.template = True
        if line.nul:
            hint = "write the file as plain text"
            self._say(codes.NUL.at(Location(name, *line.nul), "a NUL character hides the rest of the line", hint))
        if line.open_end:
            message = "the line goes on, but the file ends here"
            self._say(codes.OPEN_END.at(Location(name, *line.open_end), message, "leave the backslash out"))

    def _at(self, name: str, line: Line, offset: int) -> Location:
        return Location(name, *line.place(offset))

    def _say(self, finding: Finding) -> None:
        if not (self.template and finding.code in {codes.SYNTAX.code, codes.QUOTE.code}):
            self.conf.findings.append(finding)


def _syntax_hint(text: str, start: int) -> str:
    if text.startswith("\ufeff"):
        return "save the file without a byte order mark"
    if text[:8].lower().strip(SPACE) == "include":
        return "write Include at the very start of a line, and the name of one file behind it"
    if start == 0:
        return "write key=value"
    return "write one setting a line, and the options of a record as key=value, those with spaces in quotes"
