"""A rule's docstring as its page: a title and fixed headings, each followed by indented text."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Protocol

from tenantry.check.rule import Rule
from tenantry.finding import Severity

HEADINGS = ("What it does", "Why", "Example", "Use instead", "Sources")


@dataclass(frozen=True, slots=True)
class RuleDoc:
    """The parts of a rule's page; ``example`` and ``use_instead`` are whole inputs of its stage."""

    title: str
    what: str
    why: str
    example: str
    use_instead: str
    sources: str


def parse_doc(text: str) -> RuleDoc:
    """The parts of a docstring; raises ValueError that names a heading which is missing, unknown or out of order."""
    title, *lines = inspect.cleandoc(text).split("\n")
    parts: list[tuple[str, list[str]]] = []
    for line in lines:
        if line and not line.startswith(" "):
            parts.append((line.removesuffix(":"), []))
        elif parts:
            parts[-1][1].append(line)
    found = tuple(heading for heading, _ in parts)
    if found != HEADINGS:
        raise ValueError(f"the headings of a rule are {', '.join(HEADINGS)}; found {', '.join(found) or 'none'}")
    what, why, example, instead, sources = (inspect.cleandoc("\n".join(["", *body])) for _, body in parts)
    return RuleDoc(title, what, why, f"{example}\n", f"{instead}\n", sources)


def doc_of(rule: Rule) -> RuleDoc:
    """The page of a rule; raises ValueError where its docstring does not have the fixed headings."""
    return parse_doc(rule.check.__doc__ or "")


class Kind(Protocol):
    """A code that no function tells, but whoever reads a file: what is wrong, and why that matters."""

    @property
    def code(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def severity(self) -> Severity: ...  # noqa: D102 - the class says it
    @property
    def title(self) -> str: ...  # noqa: D102 - the class says it
    @property
    def why(self) -> str: ...  # noqa: D102 - the class says it


_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def markdown(rule: Rule) -> str:
    """The page as Markdown: what ``docs/rules/`` holds and ``explain CODE`` prints."""
    doc = doc_of(rule)
    return "\n\n".join(
        [
            f"# {rule.code} {rule.slug}",
            f"{doc.title} ({_LEVEL[rule.severity]})",
            f"## What it does\n\n{doc.what}",
            f"## Why\n\n{doc.why}",
            f"## Example\n\n```{rule.stage.language}\n{doc.example}```",
            f"## Use instead\n\n```{rule.stage.language}\n{doc.use_instead}```",
            f"## Sources\n\n{doc.sources}\n",
        ]
    )


def page_of(code: str, severity: Severity, title: str, why: str, *more: str) -> str:
    """The page of a code without a function, as Markdown; ``more`` are further parts with their headings."""
    head = [f"# {code}", f"{title[0].upper()}{title[1:]} ({_LEVEL[severity]})", f"## Why\n\n{why}"]
    return "\n\n".join([*head, *more]) + "\n"
