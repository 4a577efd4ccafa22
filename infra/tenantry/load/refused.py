"""What is well-formed YAML but refused in a document, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from yaml import events

from tenantry.finding import Finding, Location, Path, Related, path_text
from tenantry.load.codes import DUPLICATE_KEY, EMPTY_VALUE, KEY_NOT_TEXT, NO_DOCUMENT, YAML_FEATURE
from tenantry.load.marks import location
from tenantry.model.problem import shown

_START = "write a mapping that starts with fleet:"
_KINDS = {dict: "a mapping", list: "a list", bool: "a truth value", type(None): "empty"}


def duplicate_key(path: Path, at: Location, first: Location) -> Finding:
    """A key that stands in its mapping already."""
    hint = f"keep one of the two; the first is in line {first.line}, column {first.column}"
    related = (Related("it stands here already", path, first),)
    return DUPLICATE_KEY.finding(f"the key {shown(path[-1])} stands twice", hint, at, path, related)


def key_not_text(value: Any, at: Location, path: Path) -> Finding:
    """A key that is a number, a collection or nothing."""
    what = _KINDS.get(type(value), "a number")
    hint = f'write it in quotes: "{value}"' if what == "a number" else "write text before the ':'"
    return KEY_NOT_TEXT.finding(f"a key is {what}, not text", hint, at, path)


def merge_key(at: Location, path: Path) -> Finding:
    """``<<``, which YAML 1.2 does not have."""
    hint = "write the keys out; groups, tiers and defaults say things once"
    return YAML_FEATURE.finding("a merge key '<<' is not read", hint, at, path)


def empty_value(at: Location, path: Path) -> Finding:
    """Neither a value nor its absence."""
    named = path_text(path)
    message = f"{named if named.isprintable() else shown(named)} has no value"
    hint = "write one, or delete the item" if path and isinstance(path[-1], int) else "write one, or leave the key out"
    return EMPTY_VALUE.finding(message, hint, at, path)


def features(event: Any, path: Path) -> Iterator[Finding]:
    """The tag and anchor of an event, or that it is an alias."""
    at = location(event.start_mark)
    if type(event) is events.AliasEvent:
        yield YAML_FEATURE.finding(f"the alias *{event.anchor} is not read", "write the value out", at, path)
        return
    if event.anchor is not None:
        hint = "delete it, and write the value out where it is used"
        yield YAML_FEATURE.finding(f"the anchor &{event.anchor} is not read", hint, at, path)
    if event.tag is not None:
        hint = 'delete it; quotes make text of a value, as in "24.11"'
        yield YAML_FEATURE.finding(f"the tag {shown(event.tag)} is not read", hint, at, path)


def directives(event: Any) -> Iterator[Finding]:
    """Lines before a document that change how it is read."""
    at = location(event.start_mark)
    if event.version not in (None, (1, 2)):
        message = f"the document says it is YAML {'.'.join(map(str, event.version))}"
        yield YAML_FEATURE.finding(message, "delete the %YAML line: documents are YAML 1.2", at)
    if event.tags:
        yield YAML_FEATURE.finding("a %TAG line is not read", "delete it", at)


def empty_file(at: Location) -> Finding:
    """Nothing but comments."""
    return NO_DOCUMENT.finding("the file is empty", _START, at)


def no_mapping(value: Any, at: Location) -> Finding:
    """A document that is not a mapping."""
    what = _KINDS.get(type(value), "a single value")
    return NO_DOCUMENT.finding(f"the document is {what}", _START, at)


def second_document(at: Location) -> Finding:
    """A second ``---``."""
    return NO_DOCUMENT.finding("a second document starts here", "write one document a file", at)
