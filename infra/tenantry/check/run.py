"""Runs the rules of a stage, chooses what is told, and puts it in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tenantry.check.rule import Rule, Stage, T, rules
from tenantry.finding import Finding, Location, Severity

_NOWHERE = Location("", 0, 0)


def run(stage: Stage[T], subject: T, among: Iterable[Rule] | None = None) -> list[Finding]:
    """Everything the rules of one stage have to say about ``subject``, all at once: its own rules, or ``among``."""
    those = rules(stage.package) if among is None else among
    return [finding for rule in those if rule.stage is stage for finding in rule.findings(subject)]


def chosen(
    findings: Iterable[Finding],
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    always: Sequence[Finding] = (),
) -> list[Finding]:
    """The findings whose code starts with a prefix in ``select`` (none given: all) and with none in ``ignore``.

    Those in ``always`` are kept whatever their code.
    """
    wanted, unwanted = tuple(select) or ("",), tuple(ignore)
    return [
        it
        for it in findings
        if it in always or (it.code.startswith(wanted) and not (unwanted and it.code.startswith(unwanted)))
    ]


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sorted by file, line, column and code; the same finding is told once."""
    return sorted(dict.fromkeys(findings), key=lambda it: (it.location or _NOWHERE, it.code, it.message))


def at_least(findings: Iterable[Finding], severity: Severity) -> list[Finding]:
    """The findings that matter at least as much as ``severity``."""
    return [it for it in findings if it.severity.rank >= severity.rank]
