"""One rule engine for everything that can be wrong: a rule is a function with a code, and its docstring is its page.

A rule takes what its stage works on and yields :class:`Problem`; code and severity come from the decorator. The
docstring has fixed headings (see :mod:`tenantry.check.doc`); its example must raise the rule, its "use instead" must
not. Codes are three letters for the topic and a number, and are never used again for something else.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from tenantry.check.target import Declared, Targeted
from tenantry.finding import Finding, Location, Path, Related, Severity
from tenantry.model.document import Tenancy
from tenantry.resolve.types import Resolved

T = TypeVar("T")

CODE = re.compile(r"[A-Z]{3}[0-9]{3}")


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule found: the model path, what is wrong, and what would be right."""

    path: Path
    message: str
    help: str = ""
    related: tuple[Related, ...] = ()
    location: Location | None = None
    """The place itself, for a rule about a scheduler's own files: no model path leads there."""
    refers: Path = ()
    """Where the document would have what the value at ``path`` names, where that is what is missing."""


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """When a rule runs, and on what; a back end has stages of its own for its own files."""

    name: str
    package: str = "tenantry.check.rules"
    """Where the rules of the stage stand, each in ``<topic>/<slug>.py``."""
    language: str = "yaml"
    """What the examples of its rules are written in, as a Markdown fence names it."""


DOCUMENT: Stage[Tenancy] = Stage("document")
"""On what the user wrote. An error here stops resolving, so rules of later stages need not guard against it."""
DECLARED: Stage[Declared] = Stage("declared")
"""On what the user wrote together with what the back ends know of every document: supported releases and the like."""
RESOLVED: Stage[Resolved] = Stage("resolved")
"""On what resolving yields: capacity, entitlements, generated names."""
TARGETS: Stage[Targeted] = Stage("targets")
"""On what resolving yields together with what the back ends hand in about their schedulers."""

Check = Callable[[T], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One function with its code; ``slug`` is its name as people read it."""

    code: str
    severity: Severity
    stage: Stage[Any]
    check: Check[Any]

    @property
    def slug(self) -> str:
        """The function's name with dashes: ``quota-above-capacity``."""
        return self.check.__name__.replace("_", "-")

    def findings(self, subject: Any) -> Iterator[Finding]:
        """What the rule has to say about ``subject``."""
        for problem in self.check(subject):
            yield Finding(
                self.code,
                self.severity,
                problem.message,
                problem.help,
                problem.path,
                problem.location,
                problem.related,
                problem.refers,
            )


_registered: dict[str, Rule] = {}


def rule(code: str, severity: Severity, stage: Stage[T]) -> Callable[[Check[T]], Check[T]]:
    """Registers a function as the rule ``code``; raises ValueError for a malformed code or one that is taken."""

    def register(check: Check[T]) -> Check[T]:
        if not CODE.fullmatch(code):
            raise ValueError(f"{code!r} is not a rule code: three capital letters and three digits")
        if code in _registered:
            raise ValueError(f"{code} is taken by {_registered[code].slug}")
        _registered[code] = Rule(code, severity, stage, check)
        return check

    return register


@cache
def rules(package: str = DOCUMENT.package) -> tuple[Rule, ...]:
    """Every rule of a package, by code; of the documents' rules unless said. Each file under it is read once."""
    root = importlib.import_module(package)
    for module in pkgutil.walk_packages(root.__path__, f"{package}."):
        importlib.import_module(module.name)
    return tuple(it for _, it in sorted(_registered.items()) if it.stage.package == package)
