"""What a key of a document means, and how each scheduler holds to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from tenantry.backends.base import Concept, Statement
from tenantry.model.schema import tenancy_schema
from tenantry.report.explain import said

C = Concept
CONCEPTS: Final[Mapping[str, tuple[Concept, ...]]] = MappingProxyType(
    {
        "teams.*.quota.*.nominal": (C.NOMINAL, C.NOMINAL_CPUS),
        "teams.*.quota.*.borrow": (C.BORROW, C.TOTAL),
        "teams.*.quota.*.lend": (C.LEND, C.RECLAIM),
        "teams.*.tiers": (C.TIER_ACCESS,),
        "teams.*.share": (C.SHARE,),
        "teams.*.stop": (C.STOP,),
        "teams.*.users": (C.USERS,),
        "teams.*.perUser": (C.PER_USER,),
        "teams.*.perJob": (C.PER_JOB,),
        "teams.*.maxRunningJobs": (C.JOB_COUNT,),
        "teams.*.maxSubmittedJobs": (C.JOB_COUNT,),
        "groups.*.sharing": (C.RECLAIM, C.HARD_GROUP),
        "departments.*.share": (C.SHARE,),
        "departments.*.cap": (C.DEPARTMENT_CAP,),
        "tiers.*.order": (C.TIER_ORDER,),
        "tiers.*.preempts": (C.PREEMPTS_OWN, C.PREEMPTS_OTHERS),
        "tiers.*.mayBorrow": (C.NO_BORROWING,),
        "tiers.*.grace": (C.GRACE,),
        "tiers.*.maxTime": (C.MAX_TIME, C.BACKFILL),
        "tiers.*.defaultTime": (C.DEFAULT_TIME,),
        "fairShare.halfLife": (C.HALF_LIFE,),
        "flavors.*.topology": (C.TOPOLOGY,),
        "flavors.*.gpu.shards": (C.SHARED_GPUS,),
        "flavors.*.gpu.affinity": (C.AFFINITY,),
    }
)
"""Path of a key to what it asks of a scheduler (``usage`` says when a document does)."""

Limits = Mapping[str, Mapping[Concept, Statement]]
"""Scheduler, as people read it, to what it can say."""


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a document."""

    path: str
    """``teams.*.quota.*.lend``: ``*`` stands for a name."""
    text: str
    """The docstring of the model's field."""
    takes: tuple[str, ...]
    """Kinds of value, words and examples."""
    default: str = ""


@cache
def fields() -> tuple[Field, ...]:
    """Every key, in the order of the schema."""
    schema = tenancy_schema()
    return tuple(_below(schema, schema["definitions"], ""))


def matching(topic: str) -> tuple[Field, ...]:
    """The keys whose path ends like this: ``lend``, ``quota.*.lend`` or ``teams.vision.quota.h100.lend``."""
    asked = topic.split(".")
    return tuple(field for field in fields() if _ends(field.path.split("."), asked))


def explain_field(field: Field, limits: Limits) -> str:
    """The page of one key."""
    lines = [field.path, f"  {field.text}"] if field.text else [field.path]
    lines += [f"  takes {', '.join(field.takes)}"] if field.takes else []
    lines += [f"  left out: {field.default}"] if field.default else []
    for concept in CONCEPTS.get(field.path, ()):
        lines.append(f"  {concept.value}")
        lines += [f"    {name}: {said(of[concept])}" for name, of in limits.items()]
    return "\n".join(lines) + "\n"


def _ends(path: Sequence[str], asked: Sequence[str]) -> bool:
    """A name that is asked for fits where any name may stand; the last part has to be the key's own."""
    tail = path[-len(asked) :]
    pairs = list(zip(tail, asked, strict=False))
    return len(tail) == len(asked) and tail[-1] == asked[-1] != "*" and all(it in ("*", word) for it, word in pairs)


def _below(schema: Mapping[str, Any], definitions: Mapping[str, Any], path: str) -> Iterator[Field]:
    for key, of in schema.get("properties", {}).items():
        here = f"{path}.{key}" if path else key
        kinds = list(_kinds(of, definitions))
        yield Field(here, " ".join(of.get("description", "").split()), _takes(of, kinds), _default(of))
        for kind in kinds:
            yield from _below(kind, definitions, here)
            if isinstance(inner := kind.get("additionalProperties"), dict):
                for it in _kinds(inner, definitions):
                    yield from _below(it, definitions, f"{here}.*")


def _kinds(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The schema, or those it is one of, references followed."""
    if "$ref" in schema:
        yield from _kinds(definitions[schema["$ref"].rsplit("/", 1)[1]], definitions)
    elif choices := [it for key in ("allOf", "anyOf", "oneOf") for it in schema.get(key, ())]:
        for choice in choices:
            yield from _kinds(choice, definitions)
    else:
        yield schema


def _takes(schema: Mapping[str, Any], kinds: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    words = [str(it) for kind in kinds for it in (kind.get("enum") or ([kind["const"]] if "const" in kind else []))]
    open_ones = (it for it in kinds if "const" not in it and "enum" not in it)
    others = [_KINDS[name] for it in open_ones for name in _types(it) if name in _KINDS]
    examples = [str(it) for it in schema.get("examples", ()) if str(it) not in words]
    found = [*others, *words, *([f"such as {' or '.join(examples)}"] if examples else [])]
    return tuple(dict.fromkeys(found))


def _types(schema: Mapping[str, Any]) -> Sequence[str]:
    named = schema.get("type", ())
    return (named,) if isinstance(named, str) else named


_KINDS: Final = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
}


def _default(schema: Mapping[str, Any]) -> str:
    default = schema.get("default")
    return "" if default is None or isinstance(default, dict | list) else str(default).lower()
