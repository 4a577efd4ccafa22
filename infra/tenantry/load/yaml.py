"""YAML 1.2 text to plain data and marks.

libyaml's events through PyYAML, our own constructor: PyYAML's reads YAML 1.1 (``12:00:00`` is 43200, ``no`` is false,
``0123`` is 83) and keeps the last of two equal keys. Events are pulled with an explicit stack, so that depth is a
bound that is checked and never one of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import yaml
from yaml import events
from yaml.error import Mark, MarkedYAMLError, YAMLError

from tenantry.finding import Finding, Location, Path
from tenantry.load import refused
from tenantry.load.codes import AMBIGUOUS_NUMBER, SYNTAX, TOO_BIG
from tenantry.load.marks import Entry, Inside, location
from tenantry.load.scalars import ScalarError, plain
from tenantry.load.syntax import syntax_finding
from tenantry.load.text import TextError, decode
from tenantry.model.problem import shown

MOST_LEVELS = 50
"""Levels of mappings and lists; the model needs eight."""
MOST_FINDINGS = 1000
"""Problems told of one file before reading it stops."""


# PyYAML's own parser stands in where it was built without libyaml: the same events, slower by a factor of ten.
_Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Broken:
    """Stands where a value could not be read; what is said about it further on is dropped."""

    def __repr__(self) -> str:
        return "(unreadable)"


BROKEN = Broken()


@dataclass(frozen=True, slots=True)
class Parsed:
    """One file, as far as it could be read."""

    file: str
    text: str
    data: dict[str, Any]
    marks: dict[str, Entry]
    start: Location
    findings: tuple[Finding, ...]
    whole: bool
    """False where reading stopped early, so that a key that seems missing may stand further on."""


def parse(data: bytes, file: str) -> Parsed:
    """Reads one file; never raises. ``file`` is the name that findings show."""
    start = Location(file, 1, 1)
    try:
        text = decode(data, file)
    except TextError as error:
        return Parsed(file, "", {}, {}, start, (error.finding,), whole=False)
    composer = _Composer(file, text)
    try:
        whole = composer.document()
    except MarkedYAMLError as error:
        composer.findings.append(syntax_finding(error, text, file))
        whole = False
    except YAMLError as error:
        composer.findings.append(SYNTAX.finding(shown(str(error), 120), "save it as plain UTF-8 text", start))
        whole = False
    root = composer.root
    return Parsed(file, text, root.data, root.inside, composer.start, tuple(composer.findings), whole)  # type: ignore[arg-type]


class _Stream(BytesIO):
    """Bytes with the name that libyaml puts into every mark."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


_REFUSED: Any = object()  # a key that was told as a problem: its value is read and dropped


@dataclass(slots=True)
class _Frame:
    """A mapping or a list that is being read."""

    data: dict[str, Any] | list[Any]
    inside: Inside
    mark: Mark
    key: Any = None
    key_mark: Mark | None = None
    broken: bool = False


@dataclass(slots=True)
class _Composer:
    file: str
    text: str
    findings: list[Finding] = field(default_factory=list)
    root: _Frame = field(init=False)
    start: Location = field(init=False)
    _stack: list[_Frame] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = Location(self.file, 1, 1)
        self.root = _Frame({}, {}, Mark(self.file, 0, 0, 0, None, 0))

    def document(self) -> bool:
        """Reads the one document of the stream; False where reading stopped early."""
        parser: Any = _Parser(_Stream(self.text.encode(), self.file))
        parser.get_event()
        opening = parser.get_event()
        if isinstance(opening, events.StreamEndEvent):
            self.findings.append(refused.empty_file(self.start))
            return False
        self.findings.extend(refused.directives(opening))
        if not self._tree(parser):
            return False
        parser.get_event()
        following = parser.get_event()
        if isinstance(following, events.StreamEndEvent):
            return True
        self.findings.append(refused.second_document(location(following.start_mark)))
        return False

    def _tree(self, parser: Any) -> bool:
        stack, findings = self._stack, self.findings
        next_event: Callable[[], Any] = parser.get_event
        while True:
            event = next_event()
            if len(findings) >= MOST_FINDINGS:
                hint = "mend these first"
                findings.append(
                    TOO_BIG.finding("there are too many problems to go on", hint, location(event.start_mark))
                )
                return False
            kind = type(event)
            inside: Inside | None = None
            mark = event.start_mark
            if kind is events.ScalarEvent:
                value = self._plain(event) if event.implicit[0] else event.value
                if event.tag is not None or event.anchor is not None:
                    value = self._feature(event, value)
            elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
                opened = _Frame({}, {}, mark) if kind is events.MappingStartEvent else _Frame([], [], mark)
                if event.tag is not None or event.anchor is not None:
                    opened.broken = self._feature(event, None) is BROKEN
                stack.append(opened)
                if len(stack) > MOST_LEVELS:
                    message = f"lists and mappings are nested more than {MOST_LEVELS} deep"
                    findings.append(TOO_BIG.finding(message, "no part of a document is as deep", location(mark)))
                    return False
                continue
            elif kind is events.AliasEvent:
                value = self._feature(event, BROKEN)
            else:
                closed = stack.pop()
                value, inside, mark = closed.data, closed.inside, closed.mark
                if closed.broken:
                    value = BROKEN
            if not stack:
                return self._top(value, inside, mark)
            frame = stack[-1]
            if frame.key is not None:
                if frame.key is not _REFUSED:
                    frame.data[frame.key] = value
                    # A key always has its mark.
                    frame.inside[frame.key] = Entry(frame.key_mark, mark, inside)  # type: ignore[arg-type]
                frame.key = frame.key_mark = None
            elif type(frame.data) is list:
                frame.data.append(value)
                # What is inside a list is a list too.
                frame.inside.append(Entry(mark, mark, inside))  # type: ignore[union-attr]
            elif type(value) is str and value not in frame.data and (value != "<<" or not event.implicit[0]):
                frame.key, frame.key_mark = value, mark
            else:
                frame.key = _REFUSED
                self._refuse_key(frame, value, mark)

    def _plain(self, event: Any) -> Any:
        try:
            value = plain(event.value)
        except ScalarError as error:
            at = location(event.start_mark)
            self.findings.append(AMBIGUOUS_NUMBER.finding(error.message, error.hint, at, self._path()))
            return BROKEN
        frame = self._stack[-1] if self._stack else None
        if value is None and frame and (frame.key is not None or type(frame.data) is list):
            if frame.key is not _REFUSED:
                at = location(frame.key_mark or event.start_mark)
                self.findings.append(refused.empty_value(at, self._path()))
            return BROKEN
        return value

    def _top(self, value: Any, inside: Inside | None, mark: Mark) -> bool:
        if isinstance(value, dict) and inside is not None:
            self.root = _Frame(value, inside, mark)
            self.start = location(mark)
            return True
        if value is not BROKEN:
            self.findings.append(refused.no_mapping(value, location(mark)))
        return False

    def _path(self) -> Path:
        steps = ((len(it.data) if isinstance(it.data, list) else it.key) for it in self._stack)
        return tuple(step for step in steps if isinstance(step, str | int))

    def _refuse_key(self, frame: _Frame, value: Any, mark: Mark) -> None:
        at, path = location(mark), self._path()
        if isinstance(value, str) and value in frame.data:
            assert isinstance(frame.inside, dict)
            self.findings.append(refused.duplicate_key((*path, value), at, location(frame.inside[value].key)))
        elif isinstance(value, str):
            self.findings.append(refused.merge_key(at, path))
        elif value is not BROKEN:
            self.findings.append(refused.key_not_text(value, at, path))

    def _feature(self, event: Any, value: Any) -> Any:
        """Tells tags, anchors and aliases; a value with a tag is not what it seems."""
        self.findings.extend(refused.features(event, self._path()))
        return value if type(event) is not events.AliasEvent and event.tag is None else BROKEN
