"""What the verbs of ``tenantry slurm`` share: where Slurm is, what is permitted, and making a plan."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tenantry.cli.common import examine, tell_findings
from tenantry.cli.common import run_with_option as run_with_option

if TYPE_CHECKING:
    from tenantry.backends.slurm.planned import Planned
    from tenantry.change.apply import Outcome
    from tenantry.change.safety import Permits, Refusal
    from tenantry.pipeline import Examined
    from tenantry.report.plan import Locate

Verb = TypeVar("Verb", bound=Callable[..., Any])

UNSAFE = 3
STALE = 4


def permits_options(verb: Verb) -> Verb:
    """Options about deletions."""
    for option in (
        click.option("--max-deletes", type=click.IntRange(0), metavar="N", help="Refuse more deletions; 10 if unsaid."),
        click.option("--keep-foreign", is_flag=True, help="Leave out deletions of what tenantry did not create."),
        click.option("--delete-foreign", is_flag=True, help="Delete what tenantry did not create, if in the way."),
    ):
        verb = option(verb)
    return verb


def permits(delete_foreign: bool, keep_foreign: bool, max_deletes: int | None) -> Permits:
    """The options as one; refuses what contradicts itself."""
    from tenantry.change.safety import MAX_DELETES, Permits

    if delete_foreign and keep_foreign:
        raise click.UsageError("--delete-foreign and --keep-foreign contradict each other")
    return Permits(delete_foreign, keep_foreign, MAX_DELETES if max_deletes is None else max_deletes)


def valid(ctx: click.Context, document: str | None, form: str) -> Examined:
    """The checked document; one that is not valid, or has no section slurm, ends the command."""
    from tenantry.check.run import at_least
    from tenantry.finding import Severity
    from tenantry.report.json import json

    examined = examine(document)
    if not examined.valid:
        errors = at_least(examined.findings, Severity.ERROR)
        if form == "json":
            click.echo(json(errors), nl=False)
        else:
            tell_findings(errors)
        ctx.exit(1)
    assert examined.resolved is not None
    if examined.resolved.tenancy.slurm is None:
        raise click.ClickException("the document has no section slurm")
    return examined


def planned(examined: Examined, run_with: str, capture: Path | None, permitted: Permits) -> Planned:
    """The plan; a Slurm that does not answer, or a capture that cannot be read, ends the command with exit code 2."""
    from tenantry.load.find import Unreadable
    from tenantry.pipeline import slurm_plan

    assert examined.resolved is not None
    try:
        return slurm_plan(examined.resolved, run_with, capture, permitted)
    except Unreadable as error:
        raise click.ClickException(str(error)) from error


class Told:
    """Prints a plan, and what came of it, as text or JSON."""

    def __init__(self, examined: Examined, made: Planned, permitted: Permits, form: str) -> None:
        from tenantry.change.safety import unsafe

        self.locate: Locate = examined.loaded.marks.best
        self.findings = examined.loaded.locate(list(made.findings))
        self.refusals: tuple[Refusal, ...] = unsafe(made.plan, permitted)
        self.text = form == "text"
        self._made = made
        self._permits = permitted

    def json(self, outcome: Outcome | None = None) -> str:
        """All of it for programs."""
        from tenantry.report.plan import json

        return json(self._made.plan, self._permits, self.refusals, self.findings, self.locate, outcome)

    def plan(self) -> None:
        """The plan on stdout, what speaks against it on stderr."""
        from tenantry.report import plan

        if not self.text:
            return
        click.echo(plan.text(self._made.plan, self.locate), nl=False)
        tell_findings(self.findings)
        click.echo(plan.refused(self.refusals), nl=False, err=True)
        click.echo(plan.summary(self._made.plan), err=True)
