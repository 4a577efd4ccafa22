"""What the model accepts at a place of a document, in words; read from its JSON Schema."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

from tenantry.finding import Path
from tenantry.load.scalars import plain
from tenantry.model.schema import tenancy_schema

Node = dict[str, Any]


def accepted(path: Path) -> list[Node]:
    """The alternatives for the value at ``path``; none where the model has no such place."""
    nodes = list(_alternatives(tenancy_schema()))
    for step in path:
        nodes = [found for node in nodes for inner in _inside(node, step) for found in _alternatives(inner)]
    return nodes


def known_keys(path: Path) -> list[str]:
    """The keys that the mapping at ``path`` may have, where the model names them."""
    return [key for node in accepted(path) for key in node.get("properties", ())]


def key_words(path: Path) -> str:
    """What may stand as a key of the mapping at ``path``, where the model does not name the keys."""
    named = [node["propertyNames"] for node in accepted(path) if "propertyNames" in node]
    return describe([found for names in named for found in _alternatives(names)])


def nearest(key: str, choices: list[str]) -> str | None:
    """The choice that somebody who typed ``key`` most likely meant."""
    spelled = {_plain(choice): choice for choice in choices}
    close = difflib.get_close_matches(_plain(key[:64]), spelled, n=1, cutoff=0.7)
    return spelled[close[0]] if close else None


def describe(nodes: list[Node]) -> str:
    """``a whole number from 0 to 1024, or unlimited``; empty for no alternative."""
    return _choice([_words(node) for node in nodes], ", or ")


def takes(nodes: list[Node], kind: str) -> list[Node]:
    """The alternatives of one JSON type."""
    return [node for node in nodes if kind in _as_list(node.get("type"))]


def alternatives(node: Node) -> list[Node]:
    """What a part of the schema allows, one by one."""
    return list(_alternatives(node))


def _alternatives(node: Node) -> Iterator[Node]:
    parts = [part for union in ("anyOf", "oneOf", "allOf") for part in node.get(union, ())]
    if "$ref" in node:
        parts.append(tenancy_schema()["definitions"][node["$ref"].rsplit("/", 1)[1]])
    if not parts:
        yield node
    for part in parts:
        yield from _alternatives(part)


def _inside(node: Node, step: str | int) -> Iterator[Node]:
    named = node.get("properties", {}).get(step)
    inner = named or node.get("items" if isinstance(step, int) else "additionalProperties")
    if isinstance(inner, dict):
        yield inner


def _words(node: Node) -> str:
    if "const" in node:
        return str(node["const"])
    if "enum" in node:
        return _choice([str(it) for it in node["enum"]], " or ")
    match node.get("type"):
        case "integer":
            return f"a whole number{_range(node)}"
        case "boolean":
            return "true or false"
        case "array":
            return f"a list, each item {describe(list(_alternatives(node.get('items', {}))))}"
        case "object":
            names = node.get("propertyNames", {})
            keys = list(node.get("properties", ())) or [
                it for one in _alternatives(names) for it in one.get("enum", ())
            ]
            few = ", ".join(keys[:6]) + (", ..." if len(keys) > 6 else "")
            return f"a mapping with {few}" if keys else "a mapping"
        case _:
            examples = [_quoted(str(it)) for it in node.get("examples", ())]
            return f"text such as {examples[0]}" if examples else "text"


def _quoted(example: str) -> str:
    """Text as somebody has to type it: in quotes where YAML would read something else."""
    return example if plain(example) == example else f'"{example}"'


def _range(node: Node) -> str:
    low, high = node.get("minimum"), node.get("maximum")
    return "" if low is None else f" from {low}" if high is None else f" from {low} to {high}"


def _choice(words: list[str], last: str) -> str:
    words = list(dict.fromkeys(words))
    return last.join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _plain(key: str) -> str:
    return key.replace("_", "").replace("-", "").lower()


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
