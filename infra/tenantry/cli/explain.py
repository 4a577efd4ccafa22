"""``tenantry explain``: what a team may use, or what is behind a code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from tenantry.cli.common import document_argument, examine, tell_findings

if TYPE_CHECKING:
    from tenantry.resolve.types import Resolved

_CODE = re.compile(r"[A-Z]{3}([0-9]{3}|:[a-z0-9-]+)")


@click.command("explain", short_help="say what a team may use, or what a rule is about")
@click.argument("topic", metavar="[TEAM|CODE]", required=False)
@document_argument
@click.pass_context
def command(ctx: click.Context, topic: str | None, document: str | None) -> None:
    """Say what TEAM may use on each scheduler and how exactly each holds to it; without TEAM, every team.

    With a CODE from `tenantry check`, print its page. A name with a slash is taken for DOC.
    """
    if topic is not None and _CODE.fullmatch(topic):
        click.echo(_page(topic), nl=False)
        return
    if topic is not None and document is None and "/" in topic:
        topic, document = None, topic
    _teams(ctx, topic, document)


def _page(code: str) -> str:
    from tenantry.report.page import codes, page

    found = page(code)
    if found is None:
        raise click.ClickException(f"there is no code {code}; there are {', '.join(codes())}")
    return found


def _teams(ctx: click.Context, name: str | None, document: str | None) -> None:
    from tenantry.backends.registry import BACKENDS
    from tenantry.check.run import at_least
    from tenantry.finding import Severity
    from tenantry.report.explain import explain_team

    examined = examine(document)
    if examined.resolved is None or not examined.valid:
        tell_findings(at_least(examined.findings, Severity.ERROR))
        ctx.exit(1)
    resolved = examined.resolved
    names = _known(resolved, name)
    present = [backend for backend in BACKENDS if backend.name in resolved.schedulers]
    click.echo("\n".join(explain_team(resolved, team, present) for team in names), nl=False)


def _known(resolved: Resolved, name: str | None) -> list[str]:
    from tenantry.check.suggest import suggestion

    if name is None:
        return list(resolved.teams)
    if name not in resolved.teams:
        help_text = suggestion(name, resolved.teams, "teams")
        raise click.ClickException(f"there is no team {name!r} in the document; {help_text}")
    return [name]
