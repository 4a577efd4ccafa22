"""What several verbs share: the document argument, and telling findings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tenantry.finding import Finding
    from tenantry.pipeline import Examined


def not_empty(_ctx: click.Context, _parameter: click.Parameter, value: str | Path | None) -> str | Path | None:
    """Refuses an empty text, which a script passes for a variable that is not set: it would mean the working folder."""
    if isinstance(value, str) and not value:
        raise click.BadParameter("it is empty; leave it out, or write a name.")
    return value


class PathOption(click.Path):
    """A path, and never an empty one: pathlib takes that for the working folder."""

    def __init__(self, **kinds: bool) -> None:
        super().__init__(path_type=Path, **kinds)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See :meth:`click.Path.convert`."""
        if value == "":
            self.fail("it is empty; leave it out, or write a name.", param, ctx)
        return super().convert(value, param, ctx)


document_argument = click.argument("document", metavar="[DOC]", required=False, callback=not_empty)


format_option = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print."
)

run_with_option = click.option(
    "--run-with",
    metavar="PREFIX",
    default="",
    help="What to run Slurm's commands with, such as 'ssh ctl' or 'kubectl exec -i ctl --'; left out, this machine.",
)


def examine(document: str | None) -> Examined:
    """The checked document; a document that is missing or unreadable ends the command with exit code 2."""
    from tenantry.load.find import Unreadable
    from tenantry.pipeline import examine as run

    try:
        return run(document)
    except Unreadable as error:
        raise click.ClickException(str(error)) from error


def tell_findings(findings: Sequence[Finding]) -> None:
    """Findings and their number on stderr, for verbs whose data is something else; nothing where there are none."""
    from tenantry.report.base import Summary
    from tenantry.report.text import text

    if findings:
        click.echo(text(findings), nl=False, err=True)
        click.echo(Summary.of(findings), err=True)
