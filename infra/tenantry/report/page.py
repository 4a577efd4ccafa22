"""The page behind a code, whoever tells it: a rule, the loader, or a guardrail."""

from __future__ import annotations

from tenantry.backends.registry import all_rules
from tenantry.check.doc import markdown
from tenantry.check.guardrails import BROKEN, PREFIX, Guard, shipped
from tenantry.emit import to_yaml
from tenantry.load.codes import CODES, Code


def codes() -> list[str]:
    """Every code there is, sorted."""
    return sorted([*(rule.code for rule in all_rules()), *(code.code for code in (*CODES, BROKEN)), *_guards()])


def page(code: str) -> str | None:
    """The page of a code as Markdown; None for a code that does not exist."""
    for rule in all_rules():
        if rule.code == code:
            return markdown(rule)
    for known in (*CODES, BROKEN):
        if known.code == code:
            return _loader_page(known)
    guard = _guards().get(code)
    return _guard_page(guard) if guard else None


def _guards() -> dict[str, Guard]:
    return {f"{PREFIX}{name}": guard for name, guard in shipped().guards.items()}


def _loader_page(code: Code) -> str:
    return f"# {code.code}\n\n{code.title[0].upper()}{code.title[1:]} (error)\n\n## Why\n\n{code.why}\n"


def _guard_page(guard: Guard) -> str:
    rail = guard.guardrail
    title = f"# {rail.code}\n\n{rail.title[0].upper()}{rail.title[1:]} ({rail.severity})"
    body = f"For every {rail.applies_to}; written in {guard.file}.\n\n```yaml\n{to_yaml(rail.rules)}```"
    return f"{title}\n\n## Why\n\n{rail.why}\n\n## What it does\n\n{body}\n"
