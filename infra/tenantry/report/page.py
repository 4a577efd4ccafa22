"""The page behind a code, whoever tells it: a rule, what reads a file, or a guardrail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath

from tenantry.backends.registry import BACKENDS, all_rules
from tenantry.check.doc import Kind, doc_of, markdown, page_of
from tenantry.check.guardrails import BROKEN, Guard, shipped
from tenantry.emit import to_yaml
from tenantry.load.codes import CODES


@dataclass(frozen=True, slots=True)
class Page:
    """What is behind one code."""

    code: str
    name: str
    """As people call it; empty where it has none."""
    title: str
    text: str
    """All of it, as Markdown."""


@cache
def pages() -> dict[str, Page]:
    """Every code there is with its page, sorted."""
    return {page.code: page for page in sorted(_pages(), key=lambda it: it.code)}


def codes() -> list[str]:
    """Every code there is, sorted."""
    return list(pages())


def page(code: str) -> str | None:
    """The page of a code as Markdown; None for a code that does not exist."""
    found = pages().get(code)
    return found.text if found else None


def _pages() -> Iterator[Page]:
    for rule in all_rules():
        yield Page(rule.code, rule.slug, doc_of(rule).title, markdown(rule))
    for backend in BACKENDS:
        yield from (_read(kind) for kind in backend.file_codes)
    yield from (_read(kind) for kind in (*CODES, BROKEN))
    yield from (_guard(guard) for guard in shipped().guards.values())


def _read(kind: Kind) -> Page:
    return Page(kind.code, "", _sentence(kind.title), page_of(kind.code, kind.severity, kind.title, kind.why))


def _guard(guard: Guard) -> Page:
    rail = guard.guardrail
    file = "/".join(("policies", *PurePath(guard.file).parts[-2:]))
    what = f"For every {rail.applies_to}; written in {file}.\n\n```yaml\n{to_yaml(rail.rules)}```"
    text = page_of(rail.code, rail.severity, rail.title, rail.why, f"## What it does\n\n{what}")
    return Page(rail.code, rail.id, _sentence(rail.title), text)


def _sentence(title: str) -> str:
    return f"{title[0].upper()}{title[1:]}."
