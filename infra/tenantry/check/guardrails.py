"""Guardrails: rules that an organisation writes in YAML, each a Cerberus schema for one kind of object.

A file under ``policies/`` is one guardrail and becomes one rule of the document stage. Cerberus sees one small object
at a time (a tier, a team) with every default filled in, so an error's path inside the object leads to a line of the
document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from tenantry.assets import policies
from tenantry.check.rule import DOCUMENT, Problem, Rule
from tenantry.finding import Finding, Path, Severity
from tenantry.load.codes import Code
from tenantry.load.files import shown_path
from tenantry.load.marks import Marks
from tenantry.load.yaml import parse
from tenantry.model.base import Model
from tenantry.model.document import Tenancy
from tenantry.model.names import Name, Note
from tenantry.model.problem import shown

BROKEN = Code(
    "POL001",
    "a guardrail cannot be used",
    "A guardrail that does not run guards nothing; passing over it in silence would look like a pass.",
)
PREFIX = "POL:"
"""Followed by a guardrail's id: its code."""

Kind = Literal["document", "flavor", "pool", "tier", "group", "department", "team"]


class Examples(Model):
    """Objects that the guardrail must let pass, and objects it must refuse."""

    good: Annotated[tuple[dict[str, Any], ...], Field(strict=False, min_length=1)]
    bad: Annotated[tuple[dict[str, Any], ...], Field(strict=False, min_length=1)]


class Guardrail(Model):
    """One rule of the organisation."""

    id: Name
    title: Note
    """What holds for every object, in a few words."""
    why: Note
    severity: Annotated[Severity, Field(strict=False)] = Severity.ERROR
    applies_to: Kind
    rules: Annotated[dict[str, Any], Field(alias="schema", min_length=1)]
    """Cerberus schema of one object; keys that it does not name are not looked at."""
    examples: Examples

    @property
    def code(self) -> str:
        """``POL:<id>``."""
        return f"{PREFIX}{self.id}"


_WORDS: Mapping[str, str] = {
    "required": "is missing",
    "allowed": "is {value}, which is none of {constraint}",
    "forbidden": "must not be {value}",
    "min": "is {value}, below {constraint}",
    "max": "is {value}, above {constraint}",
    "minlength": "is shorter than {constraint}",
    "maxlength": "is longer than {constraint}",
    "regex": "is {value}, which does not match {constraint}",
    "type": "is {value}, not of type {constraint}",
    "empty": "is empty",
    "contains": "lacks {constraint}",
    "dependencies": "needs {constraint} beside it",
    "excludes": "must not stand beside {constraint}",
}
"""Cerberus' rules as they are told of a value that breaks them."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Where inside an object a guardrail is broken, and how: the rest of a sentence about that place."""

    path: Path
    message: str


@dataclass(frozen=True, slots=True)
class Guard:
    """A guardrail that is ready to run."""

    guardrail: Guardrail
    file: str
    validator: Any

    def breaches(self, thing: Mapping[str, Any]) -> list[Breach]:
        """What is wrong with one object."""
        self.validator.validate(thing, normalize=False)
        return sorted(_breaches(self.validator._errors), key=lambda it: [str(step) for step in it.path])


@dataclass(frozen=True, slots=True)
class Guards:
    """Every guardrail by id, and what is wrong with their files."""

    guards: Mapping[str, Guard]
    findings: tuple[Finding, ...]


def guard_rules(guards: Guards | None = None) -> tuple[Rule, ...]:
    """Each guardrail as a rule about documents, and a rule that tells those which cannot be used."""
    guards = guards or shipped()

    def unusable(_tenancy: Tenancy) -> Iterator[Problem]:
        return (Problem((), it.message, it.help, it.related, it.location) for it in guards.findings)

    of_files = (_rule(guard) for guard in guards.guards.values())
    return (Rule(BROKEN.code, Severity.ERROR, DOCUMENT, unusable), *of_files)


def _rule(guard: Guard) -> Rule:
    rail = guard.guardrail

    def check(tenancy: Tenancy) -> Iterator[Problem]:
        for path, thing in _objects(tenancy, rail.applies_to):
            for breach in guard.breaches(thing):
                where = ".".join(str(step) for step in breach.path)
                yield Problem((*path, *breach.path), f"{rail.title}: {where} {breach.message}", rail.why)

    check.__name__ = rail.id.replace("-", "_")
    return Rule(rail.code, rail.severity, DOCUMENT, check)


@cache
def shipped() -> Guards:
    """The baseline and the organisation's own guardrails, read once."""
    return read(policies() / "baseline", policies() / "org")


def read(*folders: FilePath) -> Guards:
    """The guardrails of several folders, by file name; one in a later folder replaces an earlier one of the same id."""
    guards: dict[str, Guard] = {}
    findings: list[Finding] = []
    for folder in folders:
        for file in sorted(folder.glob("*.yaml")):
            guard, wrong = _read(file)
            findings += wrong
            if guard is not None:
                guards[guard.guardrail.id] = guard
    return Guards(guards, tuple(findings))


def _read(file: FilePath) -> tuple[Guard | None, list[Finding]]:
    parsed = parse(file.read_bytes(), shown_path(_as_typed(file)))
    marks = Marks(parsed.start, parsed.marks)
    if parsed.findings:
        return None, [replace(it, code=BROKEN.code) for it in parsed.findings]
    try:
        rail = Guardrail.model_validate(parsed.data, by_alias=True, by_name=False)
    except ValidationError as error:
        return None, [_broken(it["loc"], it["msg"], marks) for it in error.errors(include_url=False)]
    from cerberus import SchemaError, Validator

    try:
        validator = Validator(rail.rules, allow_unknown=True)
    except SchemaError as error:
        return None, [_broken(("schema",), f"not a schema that Cerberus takes: {error}", marks)]
    return Guard(rail, parsed.file, validator), []


def _as_typed(file: FilePath) -> FilePath:
    """The path from the working folder, as people and editors name it, where the file is below that."""
    here = FilePath.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file


def _broken(loc: Path, message: str, marks: Marks) -> Finding:
    text = f"{'.'.join(str(step) for step in loc)}: {message}"
    return BROKEN.finding(text, "policies/README.md shows the form of a guardrail", marks.best(loc))


def _objects(tenancy: Tenancy, kind: Kind) -> Iterator[tuple[Path, dict[str, Any]]]:
    if kind == "document":
        yield (), tenancy.model_dump(mode="json", by_alias=True, exclude_none=True)
        return
    section = f"{kind}s"
    # By the document and not one by one: each kind of thing would build a serializer of its own.
    dumped = tenancy.model_dump(mode="json", by_alias=True, exclude_none=True, include={section})
    for name, thing in dumped[section].items():
        yield (section, name), thing


def _breaches(errors: Any) -> Iterator[Breach]:
    for error in errors:
        if error.child_errors and not error.is_logic_error:
            yield from _breaches(error.child_errors)
            continue
        template = _WORDS.get(error.rule, "breaks the rule {rule}: {constraint}")
        said = template.format(value=shown(error.value), constraint=_choice(error.constraint), rule=error.rule)
        yield Breach(tuple(error.document_path), said)


def _choice(constraint: Any) -> str:
    return ", ".join(str(it) for it in constraint) if isinstance(constraint, list | tuple) else str(constraint)
