"""``tenantry check``: everything that is wrong with a document, at once."""

from __future__ import annotations

import click

from tenantry.cli.common import document_argument, examine

FORMATS = ("text", "json")


@click.command("check", short_help="tell everything that is wrong with a document")
@document_argument
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print.")
@click.option("--select", multiple=True, metavar="CODE", help="Tell only codes that start so; repeat for several.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave out codes that start so; repeat for several.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info"]),
    default="error",
    show_default=True,
    help="Exit 1 for findings of this severity or above.",
)
@click.pass_context
def command(
    ctx: click.Context,
    document: str | None,
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
) -> None:
    """Tell everything that is wrong with DOC, each with its place: file:line:column: CODE message; help.

    Findings go to stdout, their number to stderr. `tenantry explain CODE` says what is behind a code.
    """
    from tenantry.check.run import at_least, chosen
    from tenantry.finding import Severity
    from tenantry.report.base import Summary
    from tenantry.report.json import json
    from tenantry.report.text import text

    findings = chosen(examine(document).findings, _codes(select), _codes(ignore))
    click.echo({"text": text, "json": json}[form](findings), nl=False)
    if form == "text":
        click.echo(Summary.of(findings), err=True)
    ctx.exit(1 if at_least(findings, Severity(fail_on)) else 0)


def _codes(given: tuple[str, ...]) -> list[str]:
    """Codes of a repeated option; several in one are taken apart at commas."""
    return [code.strip() for text in given for code in text.split(",") if code.strip()]
