"""What is left of a document that does not validate, so that names can be checked before every value is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from tenantry.finding import Path
from tenantry.load.problems import meant_by, steps
from tenantry.model.document import Tenancy

_ROUNDS = 8
"""Each round takes out what the last one left invalid: a value, then what lacks it, up to an entry's section."""


_STAND_IN: Mapping[str, Any] = {"fleet": "fleet", "flavors": {}}
"""For what a document cannot be without; what they say is never told."""


@dataclass(frozen=True, slots=True)
class Partial:
    """A document without the parts that do not validate."""

    tenancy: Tenancy
    removed: frozenset[Path]
    """The parts that were taken out, by the key that was meant. No rule asks for the fleet's name, nor for a key that
    means nothing: those are not told here."""


def recover(error: ValidationError, data: Mapping[str, Any]) -> Partial | None:
    """The valid rest of ``data``; None where nothing of it stands on its own."""
    removed: set[Path] = set()
    for _ in range(_ROUNDS):
        errors = error.errors(include_url=False)
        missing = {str(it["loc"][0]) for it in errors if it["type"] == "missing" and len(it["loc"]) == 1}
        paths = {path for it in errors if (path := steps(it["loc"], data))}
        unknown = {steps(it["loc"], data) for it in errors if it["type"] == "extra_forbidden"}
        if not missing <= _STAND_IN.keys() or not (paths or missing):
            return None
        removed |= (paths - unknown) | {meant for path in unknown if (meant := meant_by(path))}
        removed |= {(key,) for key in missing}
        data = {**_without(data, paths), **{key: _STAND_IN[key] for key in missing}}
        try:
            tenancy = Tenancy.model_validate(data, by_alias=True, by_name=False)
        except ValidationError as next_error:
            error = next_error
        else:
            return Partial(tenancy, frozenset(removed - {("fleet",)}))
    return None


def _without(value: Any, paths: Iterable[Path]) -> Any:
    """A copy without what stands at ``paths``; list items keep their places by being taken out whole."""
    heads: dict[str | int, list[Path]] = {}
    for path in paths:
        heads.setdefault(path[0], []).append(path[1:])
    gone = {head for head, tails in heads.items() if () in tails}
    if isinstance(value, Mapping):
        return {
            key: _without(entry, heads[key]) if key in heads else entry
            for key, entry in value.items()
            if key not in gone
        }
    if gone:
        # Without one item the others would move, and later findings point at the wrong ones.
        return value[: min(index for index in gone if isinstance(index, int))]
    return [_without(entry, heads[index]) if index in heads else entry for index, entry in enumerate(value)]
