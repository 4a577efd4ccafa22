"""``tenantry slurm plan``: what would bring the accounting database to what a document says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from tenantry.cli.common import PathOption, document_argument, format_option, not_empty
from tenantry.cli.slurm_common import Told, permits, permits_options, planned, run_with_option, valid

CHANGES = 2
"""With --detailed-exitcode, as Terraform has it."""


class _Plan(click.Command):
    """Ends a command line that is wrong as any other error, where --detailed-exitcode gives 2 another meaning."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """See :meth:`click.Command.make_context`."""
        detailed = "--detailed-exitcode" in args
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            if not detailed:
                raise
            error.show()
            raise click.exceptions.Exit(1) from error


@click.command("plan", cls=_Plan, short_help="say what would bring the accounting database to what a document says")
@document_argument
@click.option("--slurm", default="live", metavar="live|PATH", callback=not_empty, help="Plan from a capture instead.")
@run_with_option
@permits_options
@click.option("--out", type=PathOption(dir_okay=False), metavar="FILE", help="Write it for apply.")
@click.option("--detailed-exitcode", is_flag=True, help="Exit 0 for no changes, 2 for changes, 1 for an error.")
@format_option
@click.pass_context
def command(
    ctx: click.Context,
    document: str | None,
    slurm: str,
    run_with: str,
    out: Path | None,
    form: str,
    *,
    delete_foreign: bool,
    keep_foreign: bool,
    max_deletes: int | None,
    detailed_exitcode: bool,
) -> None:
    """Read the accounting database and say, in order, what would bring it to what DOC says; change nothing.

    Each change comes with the line of DOC that is its reason, and with its command. Exit codes: 0 there is a plan,
    1 DOC is not valid or the plan could not be carried out, 2 Slurm did not answer.
    """
    try:
        examined = valid(ctx, document, form)
        permitted = permits(delete_foreign, keep_foreign, max_deletes)
        made = planned(examined, run_with, None if slurm == "live" else Path(slurm), permitted)
    except click.ClickException as error:
        if not detailed_exitcode:
            raise
        click.echo(f"tenantry: {error.format_message()}", err=True)
        ctx.exit(1)
    told = Told(examined, made, permitted, form)
    told.plan()
    if not told.text:
        click.echo(told.json(), nl=False)
    if made.findings:
        ctx.exit(1)
    if out is not None:
        from tenantry.atomic import write_text

        try:
            # Through a link, as a shell writes: a rename would take its place.
            write_text(Path(os.path.realpath(out)), told.json())
        except OSError as error:
            click.echo(f"tenantry: {out}: {(error.strerror or str(error)).lower()}", err=True)
            ctx.exit(1 if detailed_exitcode else 2)
    ctx.exit(CHANGES if detailed_exitcode and made.plan.changes else 0)
