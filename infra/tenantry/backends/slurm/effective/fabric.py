"""topology.yaml as things: each topology, and each of its switches and blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tenantry.backends.slurm.effective.things import Kind, Thing

_MEMBERS: Final = {"switches": "switch", "blocks": "block"}
"""Key of a list of members to the key of a member's name (topology.yaml(5))."""


def things(entries: Any) -> Iterator[tuple[int, Thing, Mapping[str, str]]]:
    """Each thing with its fields and the number of its entry in the list; what has another shape is passed over."""
    for at, entry in enumerate(entries if isinstance(entries, list) else []):
        if isinstance(entry, dict) and isinstance(entry.get("topology"), str):
            for name, fields in _of_entry(entry["topology"], entry):
                yield at, Thing(Kind.TOPOLOGY, name), fields


def _of_entry(name: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, str]]]:
    own = {key: _text(value) for key, value in entry.items() if key != "topology"}
    own["cluster_default"] = own.get("cluster_default", "false")
    for kind, plan in entry.items():
        if not isinstance(plan, dict):
            continue
        own[kind] = "true"
        own |= {key: _text(value) for key, value in plan.items() if key not in _MEMBERS}
        for list_key, name_key in _MEMBERS.items():
            for member in filter(lambda it: isinstance(it, dict), plan.get(list_key) or ()):
                fields = {key: _text(value) for key, value in member.items() if key != name_key}
                yield f"{name}/{member.get(name_key, '')}", fields
    yield name, own


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(_text, value)) if isinstance(value, list) else str(value)
