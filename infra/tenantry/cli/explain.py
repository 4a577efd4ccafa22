"""``tenantry explain``: what a team may use, what is behind a code, or what a key of a document means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tenantry.cli.common import document_argument, examine, format_option, not_empty, tell_findings

if TYPE_CHECKING:
    from tenantry.finding import Finding
    from tenantry.pipeline import Examined
    from tenantry.report.field import Field
    from tenantry.report.page import Page
    from tenantry.resolve.types import Resolved

_CODE = re.compile(r"[A-Za-z]{3}([0-9]{3}|:[a-z0-9-]+)")


@click.command("explain", short_help="say what a team may use, what a rule is about, or what a key means")
@click.argument("topic", metavar="[TEAM|CODE|FIELD]", required=False, callback=not_empty)
@document_argument
@format_option
@click.pass_context
def command(ctx: click.Context, topic: str | None, document: str | None, form: str) -> None:
    """Say what TEAM may use on each scheduler and how exactly each holds to it; without TEAM, every team.

    With a CODE from `tenantry check`, print its page. With a FIELD, such as lend or teams.*.quota.*.lend, say what that
    key of a document means and how each scheduler holds to it, with DOC as that has it set up. A name with a slash, or
    of a document where no team has it, is taken for DOC.
    """
    if topic is not None and document is None and _CODE.fullmatch(topic) and (page := _page(topic)):
        _print(form, page.text, [], code=page.code, title=page.title)
        return
    if topic is not None and document is None and "/" in topic:
        topic, document = None, topic
    if topic is not None and (found := _fields(topic)) and not _is_other(topic, document):
        _print(form, _explained(found, document), [], fields=[it.path for it in found])
        return
    name, examined = _subject(topic, document)
    _teams(ctx, name, examined, form)


def _fields(topic: str) -> tuple[Field, ...]:
    """The keys of a document that a topic may mean."""
    from tenantry.report.field import matching

    return matching(topic)


def _is_other(topic: str, document: str | None) -> bool:
    """Whether a name that is a key's too is that of a team or, where no document is named, of a document."""
    from tenantry.load.find import Unreadable, find

    try:
        if _has_team(examine(document), topic):
            return True
    except click.ClickException:
        pass  # without a document nothing else has that name
    if document is not None:
        return False
    try:
        find(topic)
    except Unreadable:
        return False
    return True


def _explained(found: Sequence[Field], document: str | None) -> str:
    from tenantry.backends.registry import BACKENDS
    from tenantry.report.field import explain_field

    resolved = examine(document).resolved if document is not None else None
    there = [it for it in BACKENDS if resolved is None or it.name in resolved.schedulers]
    limits = {it.name.value.capitalize(): it.limits_of(resolved) if resolved else it.limits for it in there}
    return "\n".join(explain_field(field, limits) for field in found)


def _page(topic: str) -> Page | None:
    """The page of a code; None for a name in lower case that is no code, which may be a team's."""
    from tenantry.report.page import codes, pages

    code = topic[:3].upper() + topic[3:]
    if code not in pages() and topic == code:
        raise click.ClickException(f"there is no code {code}; there are {', '.join(codes())}")
    return pages().get(code)


def _subject(topic: str | None, document: str | None) -> tuple[str | None, Examined]:
    """The team that is asked for, if any, and its document; a name that no team has may be that of a document."""
    from tenantry.load.find import Unreadable, find

    try:
        examined = examine(document)
    except click.ClickException as error:
        examined, wrong = None, error
    if examined and (topic is None or document is not None or _has_team(examined, topic)):
        return topic, examined
    if topic is None or document is not None:
        raise wrong
    try:
        find(topic)
    except Unreadable:
        if examined is None:
            message = f"{topic!r} is no code and no document; for a team, {wrong.message}: explain {topic} DOC"
            raise click.ClickException(message) from None
        return topic, examined
    return None, examine(topic)


def _has_team(examined: Examined, name: str) -> bool:
    return examined.loaded.tenancy is not None and name in examined.loaded.tenancy.teams


def _teams(ctx: click.Context, name: str | None, examined: Examined, form: str) -> None:
    from tenantry.backends.registry import BACKENDS
    from tenantry.check.run import at_least
    from tenantry.finding import Severity
    from tenantry.report.explain import explain_team

    if examined.resolved is None or not examined.valid:
        if form == "json":
            _print(form, "", examined.findings)
        else:
            tell_findings(at_least(examined.findings, Severity.ERROR))
        ctx.exit(1)
    resolved = examined.resolved
    names = _known(resolved, name)
    present = [backend for backend in BACKENDS if backend.name in resolved.schedulers]
    text = "\n".join(explain_team(resolved, team, present) for team in names)
    _print(form, text, examined.findings, teams=names)


def _print(form: str, text: str, findings: Sequence[Finding], **more: Any) -> None:
    from tenantry.emit import to_json
    from tenantry.report.json import as_data

    click.echo(text if form == "text" else to_json({**as_data(findings), **more, "text": text}), nl=False)


def _known(resolved: Resolved, name: str | None) -> list[str]:
    from tenantry.check.suggest import suggestion

    if name is None:
        return list(resolved.teams)
    if name not in resolved.teams:
        help_text = suggestion(name, resolved.teams, "teams")
        raise click.ClickException(f"there is no team {name!r} in the document; {help_text}")
    return [name]
