"""pydantic's errors as findings: in words for people, with their place in the files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from tenantry.finding import Finding, Path, path_text
from tenantry.load.codes import BAD_VALUE, MISSING_KEY, OUT_OF_RANGE, UNKNOWN_KEY, WRONG_TYPE, Code
from tenantry.load.expected import Node, accepted, alternatives, describe, key_words, known_keys, nearest, takes
from tenantry.load.marks import Marks
from tenantry.load.scalars import WrittenFloat
from tenantry.load.yaml import BROKEN
from tenantry.model.problem import shown

_KEY = "[key]"  # pydantic's last step where a mapping's key is what is wrong
_KINDS = {int: "integer", list: "array", dict: "object"}
_GROUPED = re.compile(r"[-+]?[0-9]+(_[0-9]+)+")


def problems(error: ValidationError, data: Mapping[str, Any], marks: Marks) -> list[Finding]:
    """Every error of a validation of ``data``; what could not be read in the first place is passed over."""
    found = [_finding(it, data, marks) for it in error.errors(include_url=False) if not _follows(it)]
    misspelt = {meant for it in found if it.code == UNKNOWN_KEY.code if (meant := meant_by(it.path))}
    return [it for it in found if it.code != MISSING_KEY.code or it.path not in misspelt]


def _follows(error: Any) -> bool:
    """Whether an error only follows from another: an unreadable value, or a list "too short" because of its items."""
    value = error["input"]
    return value is BROKEN or (error["type"] == "too_short" and len(value) >= error["ctx"]["min_length"])


def _finding(error: Any, data: Mapping[str, Any], marks: Marks) -> Finding:
    path, value = steps(error["loc"], data), error["input"]
    match error["type"]:
        case "missing":
            key = str(error["loc"][-1])
            where = _named(path) if path else "the document"
            hint = f"add {key}: {describe(accepted((*path, key)))}"
            return MISSING_KEY.finding(f"{where} has no {key}", hint, marks.best(path), (*path, key))
        case "extra_forbidden":
            return _unknown(path, marks)
    at = marks.key(path) if error["loc"][-1] == _KEY else marks.best(path)
    context = error.get("ctx", {})
    if "message" in context and "hint" in context:
        return BAD_VALUE.finding(context["message"], context["hint"], at, path)
    if error["loc"][-1] == _KEY:
        message = f"{shown(path[-1])} is no key of {_named(path[:-1])}"
        return OUT_OF_RANGE.finding(message, f"write {key_words(path[:-1])}", at, path)
    code, nodes = _code(error["type"]), accepted(path)
    if code is OUT_OF_RANGE and type(value) in _KINDS:
        nodes = takes(nodes, _KINDS[type(value)]) or nodes
    return code.finding(f"{_named(path)} cannot be {_shown(value)}", _hint(value, nodes), at, path)


def steps(loc: tuple[str | int, ...], data: Any) -> Path:
    """The steps of an error's ``loc`` that the document has; the rest are pydantic's names for branches."""
    path: list[str | int] = []
    for step in loc:
        has = step in data if isinstance(data, Mapping) else isinstance(data, list) and step in range(len(data))
        if has:
            path.append(step)
            data = data[step]
    return tuple(path)


def _unknown(path: Path, marks: Marks) -> Finding:
    guess, known = _guess(path), known_keys(path[:-1])
    where = f" in {_named(path[:-1])}" if path[:-1] else ""
    hint = f"did you mean {guess}?" if guess else f"known keys are {', '.join(known)}" if known else ""
    return UNKNOWN_KEY.finding(f"unknown key {shown(path[-1])}{where}", hint, marks.key(path), path)


def meant_by(path: Path) -> Path | None:
    """Where the value of an unknown key most likely belongs; None where no key is like it."""
    guess = _guess(path)
    return (*path[:-1], guess) if guess else None


def _guess(path: Path) -> str | None:
    return nearest(str(path[-1]), known_keys(path[:-1]))


def _code(kind: str) -> Code:
    if kind.endswith("_type") or kind.startswith("int_"):
        return WRONG_TYPE
    ranges = ("literal_error", "enum", "greater_than", "less_than", "too_", "string_", "union_tag")
    return OUT_OF_RANGE if kind.startswith(ranges) else BAD_VALUE


def _hint(value: Any, nodes: list[Node]) -> str:
    """What would be right, with the slip that was most likely made."""
    text = shown(value)
    if isinstance(value, bool | int | float) and any(
        re.search(node.get("pattern", ""), text) for node in takes(nodes, "string")
    ):
        return f'quote it: "{text}"'
    if takes(nodes, "integer"):
        if isinstance(value, str) and re.fullmatch(r"[-+]?[0-9]{1,20}", value):
            return f"write {int(value)} without quotes"
        if isinstance(value, str) and _GROUPED.fullmatch(value):
            return f"YAML 1.2 has no '_' in numbers: write {value.replace('_', '')}"
        if isinstance(value, WrittenFloat) and value.is_integer() and abs(value) < 1e15:
            return f"write {int(value)}"
    if isinstance(value, str) and any(_fits(value, node.get("items", {})) for node in takes(nodes, "array")):
        return f"write {' or '.join(filter(None, [f'[{value}]', describe(takes(nodes, 'string'))]))}"
    if takes(nodes, "boolean") and isinstance(value, str) and value.lower() in {"yes", "on", "no", "off", "y", "n"}:
        return f"write {'true' if value.lower() in {'yes', 'on', 'y'} else 'false'}: YAML 1.2 reads {value} as text"
    return f"write {describe(nodes)}" if nodes else ""


def _fits(value: str, item: Node) -> bool:
    """Whether text may be an item of a list."""
    return any(
        value in node.get("enum", (value,)) and bool(re.search(node["pattern"], value))
        for node in takes(alternatives(item), "string")
        if "pattern" in node
    )


def _shown(value: Any) -> str:
    if isinstance(value, list | dict):
        return "empty" if not value else "a list" if isinstance(value, list) else "a mapping"
    return shown(value)


def _named(path: Path) -> str:
    text = path_text(path)
    return text if text.isprintable() and len(text) <= 120 else shown(text, 120)
