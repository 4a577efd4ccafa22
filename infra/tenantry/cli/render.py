"""``tenantry render``: the policy of both schedulers as files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from tenantry.cli.common import document_argument, examine, format_option, not_empty, tell_findings

if TYPE_CHECKING:
    from tenantry.model.scheduler import Scheduler
    from tenantry.pipeline import Examined
    from tenantry.report.tree import Difference


@click.command("render", short_help="write the policy of both schedulers as files")
@document_argument
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    callback=not_empty,
    help="Folder for the files; made if it is missing.",
)
@click.option("--only", metavar="LIST", help="Back ends to write, separated by commas: slurm, kueue.")
@click.option("--check", "compare_only", is_flag=True, help="Write nothing; exit 1 and list what differs from DIR.")
@format_option
@click.pass_context
def command(
    ctx: click.Context, document: str | None, output: str, only: str | None, compare_only: bool, form: str
) -> None:
    """Write what DOC says as Slurm files and Kueue objects below DIR.

    Nothing is written unless the whole document is valid. Generated files that the document no longer makes are
    removed; files that were not generated are never touched.
    """
    schedulers = _schedulers(only)
    examined = examine(document)
    _require_valid(ctx, examined, form)
    if only is not None:
        _require_sections(examined, schedulers)
    difference = _difference(examined, Path(output), schedulers)
    if compare_only:
        if form == "json":
            _print_json(examined, difference.states())
        else:
            click.echo("".join(f"{line}\n" for line in difference.lines()), nl=False)
        ctx.exit(0 if difference.same else 1)
    if difference.foreign and form == "json":
        _print_json(examined, difference.states())
        ctx.exit(1)
    if difference.foreign:
        listed = "".join(f"\n  {path}" for path in difference.foreign)
        click.echo(f"nothing is written: these files in {output} were not made by tenantry{listed}", err=True)
        ctx.exit(1)
    _require_room(Path(output), difference)
    _write(Path(output), difference, quiet=form == "json")
    if form == "json":
        _print_json(examined, difference.done())


def _print_json(examined: Examined, files: Iterable[tuple[str, PurePosixPath]] = ()) -> None:
    from tenantry.emit import to_json
    from tenantry.report.json import as_data

    listed = [{"path": str(path), "state": state} for state, path in files]
    click.echo(to_json({**as_data(examined.findings), "files": listed}), nl=False)


def _require_room(output: Path, difference: Difference) -> None:
    from tenantry.report.tree import obstacles

    if found := obstacles(output, difference):
        listed = "".join(f"\n  {it}" for it in found)
        raise click.ClickException(f"nothing is written{listed}")


def _schedulers(only: str | None) -> tuple[Scheduler, ...]:
    from tenantry.model.scheduler import Scheduler

    names = [name.strip() for name in only.split(",")] if only is not None else [it.value for it in Scheduler]
    unknown = [name for name in names if name not in set(Scheduler)]
    if unknown:
        raise click.BadParameter(f"{unknown[0]!r} is not one of {', '.join(Scheduler)}.", param_hint="--only")
    return tuple(it for it in Scheduler if it.value in names)


def _require_sections(examined: Examined, schedulers: tuple[Scheduler, ...]) -> None:
    assert examined.resolved is not None
    for scheduler in schedulers:
        if scheduler not in examined.resolved.schedulers:
            raise click.BadParameter(f"the document has no section {scheduler}.", param_hint="--only")


def _require_valid(ctx: click.Context, examined: Examined, form: str) -> None:
    from tenantry.check.run import at_least
    from tenantry.finding import Severity

    if form == "text":
        tell_findings(at_least(examined.findings, Severity.WARNING))
    if not examined.valid:
        if form == "json":
            _print_json(examined)
        ctx.exit(1)


def _difference(examined: Examined, output: Path, schedulers: tuple[Scheduler, ...]) -> Difference:
    from tenantry.pipeline import folders, rendered
    from tenantry.report.tree import compare

    assert examined.resolved is not None
    return compare(output, rendered(examined.resolved, schedulers), folders(schedulers))


def _write(output: Path, difference: Difference, *, quiet: bool) -> None:
    from tenantry.report.base import plural
    from tenantry.report.tree import write

    write(output, difference)
    if quiet:
        return
    for path in difference.edited:
        click.echo(f"kept: {path} is no longer made, but somebody changed it", err=True)
    written = len(difference.missing) + len(difference.stale)
    removed = f", {len(difference.extra)} removed" if difference.extra else ""
    click.echo(f"{plural(written, 'file')} written{removed} in {output}", err=True)
