"""``tenantry drift``: where a running Slurm, a capture, a site's files or the rendered ones differ from a document."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenantry.cli.common import (
    PathOption,
    document_argument,
    examine,
    format_option,
    not_empty,
    run_with_option,
    tell_findings,
)

if TYPE_CHECKING:
    from tenantry.backends.slurm.drift.drift import Drift
    from tenantry.backends.slurm.live.commands import Commands
    from tenantry.pipeline import Examined

LIVE = "live"


@click.command("drift", short_help="tell where clusters and files differ from a document")
@document_argument
@click.option(
    "--slurm",
    metavar="live|PATH",
    callback=not_empty,
    help="The running Slurm, a folder that `tenantry slurm capture` wrote, or a site's slurm.conf or its folder.",
)
@run_with_option
@click.option(
    "--rendered",
    type=PathOption(exists=True, file_okay=False),
    metavar="DIR",
    help="Folder with what `tenantry render` wrote; left out, the folder 'rendered' beside DOC, where there is one.",
)
@format_option
@click.pass_context
def command(
    ctx: click.Context, document: str | None, slurm: str | None, run_with: str, rendered: Path | None, form: str
) -> None:
    """Tell, field by field, what is configured otherwise than DOC says, each with its line in DOC.

    What a site decides itself and forms that mean the same are no drift. Exit codes: 0 none, 1 drift, 2 something
    could not be read.
    """
    from tenantry.report.drift import json, summary
    from tenantry.report.text import text

    examined = examine(document)
    _require_valid(ctx, examined, form)
    assert examined.resolved is not None
    beside = rendered or _beside(document)
    if slurm is None and beside is None:
        raise click.UsageError("there is nothing to compare with; name it with --slurm or --rendered")
    if run_with and slurm != LIVE:
        raise click.UsageError(f"--run-with says how --slurm {LIVE} is reached")
    drift = _drift(examined, slurm, run_with, beside)
    findings = examined.loaded.locate(list(drift.findings))
    if form == "json":
        click.echo(json(findings, drift.drifted), nl=False)
    else:
        click.echo(text(findings), nl=False)
        click.echo(summary(drift), err=True)
    ctx.exit(1 if drift.exists else 0)


def _require_valid(ctx: click.Context, examined: Examined, form: str) -> None:
    """Nothing is compared with a document that is not valid."""
    from tenantry.check.run import at_least
    from tenantry.finding import Severity
    from tenantry.report.json import json

    if examined.valid:
        return
    errors = at_least(examined.findings, Severity.ERROR)
    if form == "json":
        click.echo(json(errors), nl=False)
    else:
        tell_findings(errors)
    ctx.exit(1)


def _beside(document: str | None) -> Path | None:
    """The rendered folder of a document; None where there is none."""
    from tenantry.load.find import STANDARD_INPUT, find

    path = find(document)
    folder = (path if path.is_dir() else path.parent) / "rendered"
    return folder if path != STANDARD_INPUT and folder.is_dir() else None


def _drift(examined: Examined, slurm: str | None, run_with: str, rendered: Path | None) -> Drift:
    from tenantry.load.find import Unreadable
    from tenantry.pipeline import drift

    assert examined.resolved is not None
    if slurm is not None and examined.resolved.tenancy.slurm is None:
        raise click.BadParameter("the document has no section slurm.", param_hint="--slurm")
    try:
        return drift(examined.resolved, _place(slurm, run_with), rendered)
    except Unreadable as error:
        raise click.ClickException(str(error)) from error


def _place(slurm: str | None, run_with: str) -> Commands | Path | None:
    """What to ask or read. Raises Unreadable for a capture that cannot be read."""
    from tenantry.backends.slurm.live.capture import is_capture
    from tenantry.pipeline import slurm_commands

    if slurm is None:
        return None
    path = Path(slurm)
    if slurm == LIVE or is_capture(path):
        return slurm_commands(run_with, None if slurm == LIVE else path)
    return path
