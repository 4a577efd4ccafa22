"""``tenantry slurm apply``: brings the accounting database to what a document says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenantry.cli.common import PathOption, document_argument, format_option
from tenantry.cli.slurm_common import (
    STALE,
    UNSAFE,
    Told,
    permits,
    permits_options,
    planned,
    run_with_option,
    valid,
)

if TYPE_CHECKING:
    from tenantry.change.change import Change
    from tenantry.change.saved import Saved


@click.command("apply", short_help="bring the accounting database to what a document says")
@document_argument
@click.option(
    "--plan",
    "file",
    type=PathOption(exists=True, dir_okay=False),
    metavar="FILE",
    help="Carry out what `plan --out FILE` wrote, and nothing else; refused where anything has changed since.",
)
@run_with_option
@permits_options
@click.option("--yes", is_flag=True, help="Do not ask.")
@format_option
@click.pass_context
def command(
    ctx: click.Context,
    document: str | None,
    file: Path | None,
    run_with: str,
    form: str,
    *,
    delete_foreign: bool,
    keep_foreign: bool,
    max_deletes: int | None,
    yes: bool,
) -> None:
    """Read the accounting database, plan, ask, and carry the plan out; what each command did is read back.

    Killed at any point, the next run does the rest. A second run changes nothing. Exit codes: 0 all is as DOC says,
    1 DOC is not valid or something failed, which says what was done, 2 Slurm did not answer, 3 refused as unsafe, 4 the
    plan of --plan is out of date.
    """
    from tenantry.change.apply import apply
    from tenantry.report import plan as report

    saved = _saved(file) if file else None
    given = permits(delete_foreign, keep_foreign, max_deletes)
    if saved and (delete_foreign or keep_foreign or max_deletes is not None):
        raise click.UsageError("what is permitted stands in the plan; give the options to plan")
    permitted = saved.permits if saved else given
    examined = valid(ctx, document, form)
    made = planned(examined, run_with, None, permitted)
    told = Told(examined, made, permitted, form)
    told.plan()
    if made.findings:
        _end(ctx, told, 1)
    if saved and (reasons := saved.stale(made.plan)):
        click.echo(f"{file} is out of date: {'; '.join(reasons)}; plan again", err=True)
        _end(ctx, told, STALE)
    if told.refusals:
        _end(ctx, told, UNSAFE)
    if not made.plan.changes:
        _end(ctx, told, 0)
    if not (yes or saved or _agreed()):
        click.echo("nothing was changed", err=True)
        _end(ctx, told, 1)

    def tell(change: Change) -> None:
        click.echo(report.title(change, told.locate), err=True)

    outcome = apply(made.plan, made.database, tell)
    if told.text:
        click.echo(report.outcome_text(outcome), nl=False, err=True)
    else:
        click.echo(told.json(outcome), nl=False)
    ctx.exit(0 if outcome.complete else 1)


def _saved(file: Path) -> Saved:
    from tenantry.change.saved import read

    try:
        return read(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}") from error


def _agreed() -> bool:
    """Asks a person; where there is none, nothing is done."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.ClickException("nobody can be asked here; pass --yes, or --plan FILE for a plan that was read")
    return click.confirm("Carry this out?", err=True)


def _end(ctx: click.Context, told: Told, code: int) -> None:
    """Ends without changing anything."""
    if not told.text:
        click.echo(told.json(), nl=False)
    ctx.exit(code)
