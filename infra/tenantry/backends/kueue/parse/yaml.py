"""The documents of a file as kubectl reads them: YAML 1.1, several documents, anchors and merge keys.

A tenancy document is read far more strictly, by ``load``; what is shared with it is how bytes become text and what
syntax errors are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import yaml

from tenantry.backends.kueue.parse import codes
from tenantry.backends.kueue.parse.scalars import plain, text_of
from tenantry.backends.kueue.parse.value import Value
from tenantry.finding import Finding, Location, Related
from tenantry.load.syntax import syntax_finding
from tenantry.load.text import TextError, decode

MOST_REPEATED: Final = 100_000
"""The values that aliases may add: a small file must not become a large one."""
MOST_LEVELS: Final = 60
_SKIPPED: Final = frozenset({"managedFields", "images"})
"""Long, and about nothing that is judged: what `kubectl get -o yaml` adds to every object, and to nodes."""
_TEMPLATE: Final = re.compile(r"\{\{|\{%|%\{|\$\{|<%")
_TEXT: Final = "tag:yaml.org,2002:str"
_MERGE: Final = "<<"

# PyYAML's own parser stands in where it was built without libyaml.
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Refused(Exception):  # noqa: N818 - it becomes a finding
    def __init__(self, message: str, hint: str, mark: yaml.Mark) -> None:
        super().__init__(message)
        self.message, self.hint, self.mark = message, hint, mark


class _Loader(_Base):  # type: ignore[misc]  # one of two classes of PyYAML
    """Composes nodes; a scalar that is not quoted keeps no tag, because what it stands for is decided here."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        if kind is yaml.ScalarNode and value is not None and implicit[0]:
            return None
        return super().resolve(kind, value, implicit)


def read_documents(name: str, data: bytes, findings: list[Finding]) -> tuple[Value, ...]:
    """Every document of a file that is not empty, as far as it can be read."""
    start = Location(name, 1, 1)
    try:
        text = decode(data, name)
    except TextError as error:
        told = error.finding
        findings.append(codes.UNREAD.finding(told.message, told.help, told.location or start))
        return ()
    try:
        return tuple(_documents(name, text, findings))
    except yaml.MarkedYAMLError as error:
        told = syntax_finding(error, text, name)
        place = replace(told.location or start, file=name)
        related = tuple(replace(it, location=it.location and replace(it.location, file=name)) for it in told.related)
        message, hint = told.message, told.help
    except _Refused as refused:
        place, message, hint, related = _at(name, refused.mark), refused.message, refused.hint, ()
    except (yaml.YAMLError, RecursionError) as other:
        place, message, hint, related = start, f"it cannot be read: {type(other).__name__}", "write YAML", ()
    findings.append(_broken(name, text, place, message, hint, related))
    return ()


def _broken(name: str, text: str, place: Location, message: str, hint: str, related: tuple[Related, ...]) -> Finding:
    """A file with the marks of a template is one, and its errors are nobody's."""
    found = _TEMPLATE.search(text)
    if found is None:
        return codes.SYNTAX.finding(message, hint, place, related=related)
    before = text[: found.start()]
    at = Location(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
    return template(at, found.group())


def template(at: Location, mark: str) -> Finding:
    """Tells that what stands there is still to be filled in."""
    return codes.TEMPLATE.finding(f"'{mark}' is the mark of a template", "check what the template makes, filled in", at)


def template_mark(value: Value) -> tuple[Location, str] | None:
    """The first mark of a template in the texts of an object, with its place."""
    if isinstance(value.value, str):
        found = _TEMPLATE.search(value.value)
        return (value.at, found.group()) if found else None
    inner = value.value if isinstance(value.value, tuple) else tuple(it for _, it in value.entries())
    return next((mark for it in inner if (mark := template_mark(it))), None)


def _documents(name: str, text: str, findings: list[Finding]) -> Iterator[Value]:
    builder = _Builder(name, findings)
    loader = _Loader(text)
    try:
        while loader.check_node():
            node = loader.get_node()
            value = builder.value(node, 1)
            if value.value is not None:
                yield value
    finally:
        loader.dispose()


class _Builder:
    """Turns PyYAML's nodes into values. What an alias stands for is made once; what it adds is bounded."""

    def __init__(self, name: str, findings: list[Finding]) -> None:
        self._name = name
        self._findings = findings
        self._made: dict[yaml.Node, tuple[Value, int, int]] = {}
        """Node to its value, the number of values in it, and its levels."""
        self._count = 0
        self._repeated = 0
        self._deepest = 0

    def value(self, node: yaml.Node, depth: int) -> Value:
        """The value of a node; raises _Refused."""
        if node in self._made:
            value, size, levels = self._made[node]
            self._count += size
            self._repeated += size
            self._bound(node, depth + levels)
            return value
        self._count += 1
        self._bound(node, depth)
        before, above, self._deepest = self._count, self._deepest, depth
        value = self._make(node, depth)
        self._made[node] = value, 1 + self._count - before, self._deepest - depth
        self._deepest = max(above, self._deepest)
        return value

    def _bound(self, node: yaml.Node, depth: int) -> None:
        self._deepest = max(self._deepest, depth)
        if depth > MOST_LEVELS or self._repeated > MOST_REPEATED:
            raise _Refused("this is nested deeper, or is larger, than any manifest", "write less", node.start_mark)

    def _make(self, node: yaml.Node, depth: int) -> Value:
        at = _at(self._name, node.start_mark)
        if isinstance(node, yaml.SequenceNode):
            return Value(tuple(self.value(item, depth + 1) for item in node.value), at)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, at, depth)
        assert isinstance(node, yaml.ScalarNode)
        return Value(_scalar(node), at)

    def _mapping(self, node: yaml.MappingNode, at: Location, depth: int) -> Value:
        values: dict[str, Value] = {}
        keys: dict[str, Location] = {}
        merged: list[Value] = []
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise _Refused("a key is no plain text", "write key: value", key_node.start_mark)
            key, key_at = text_of(_scalar(key_node)), _at(self._name, key_node.start_mark)
            if key in _SKIPPED:
                continue
            value = self.value(value_node, depth + 1)
            if key == _MERGE and not _quoted(key_node):
                merged += value.value if isinstance(value.value, tuple) else (value,)
                if not all(isinstance(it.value, Mapping) for it in merged):
                    raise _Refused("<< takes in no mapping", "write it in quotes, or *NAME of one", key_node.start_mark)
                continue
            if key in values:
                related = (Related("the first one", (), keys[key]),)
                self._findings.append(
                    codes.KEY_TWICE.finding(f"'{key}' stands here twice", "keep one of them", key_at, related=related)
                )
            values[key], keys[key] = value, key_at
        for other in merged:
            for key, value in other.entries():
                if key not in values:
                    values[key], keys[key] = value, other.keys[key]
        return Value(values, at, keys)


def _scalar(node: yaml.ScalarNode) -> Any:
    return node.value if node.tag == _TEXT or _quoted(node) else plain(node.value)


def _quoted(node: yaml.ScalarNode) -> bool:
    return getattr(node, "style", None) in {"'", '"', "|", ">"}  # the stubs leave it out


def _at(name: str, mark: yaml.Mark) -> Location:
    return Location(name, mark.line + 1, mark.column + 1)
