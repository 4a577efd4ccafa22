"""``tenantry check``: everything that is wrong with a document, Slurm's files or Kueue's, at once."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenantry.cli.codes import prefixes
from tenantry.cli.common import PathOption, document_argument, examine, not_empty

if TYPE_CHECKING:
    from tenantry.finding import Finding
    from tenantry.pipeline import Examined
    from tenantry.report.base import Format

FORMATS = ("text", "json")


@click.command("check", short_help="tell everything that is wrong with a document, with Slurm's files or with Kueue's")
@document_argument
@click.option(
    "--slurm",
    metavar="PATH",
    callback=not_empty,
    help="A site's slurm.conf, or its folder.",
)
@click.option("--slurm-release", metavar="RELEASE", help="The Slurm release of those files, such as 24.11.")
@click.option(
    "--kueue",
    metavar="PATH",
    multiple=True,
    type=PathOption(),
    help="Kueue's manifests: a file, a folder, or - for output of kubectl get -o yaml; repeat for several.",
)
@click.option("--kueue-release", metavar="RELEASE", help="The Kueue release of those manifests, such as 0.17.")
@click.option(
    "--nodes",
    metavar="PATH",
    multiple=True,
    type=PathOption(),
    help="The nodes that --kueue is compared with: output of kubectl get nodes -o yaml.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to print.")
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    callback=prefixes,
    help="Tell only codes that start so; repeat for several.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODE",
    callback=prefixes,
    help="Leave out codes that start so; repeat for several.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info", "note"]),
    default="error",
    show_default=True,
    help="Exit 1 for findings of this severity or above; an info is printed as note.",
)
@click.pass_context
def command(
    ctx: click.Context,
    document: str | None,
    slurm: str | None,
    slurm_release: str | None,
    kueue: tuple[Path, ...],
    kueue_release: str | None,
    nodes: tuple[Path, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
) -> None:
    """Tell everything that is wrong with DOC, each with its place: file:line:column: CODE message; help.

    With --slurm, tell what is wrong with a site's own slurm.conf and the gres.conf, cgroup.conf, topology.conf,
    topology.yaml, *.sacctmgr, dumps of sacctmgr (*.cfg) and output of slurmd -C (*.hardware) beside it; DOC may then
    be left out. With DOC, nodes there that DOC gives to another owner are told, too.
    What an Include or a link takes from outside that folder counts, but its text is not told.
    With --kueue, tell what is wrong with Kueue's manifests, those of LimitRanges, Namespaces and Kueue's configuration
    among them; with --nodes, also what is wrong with them on these nodes, and with --slurm, which nodes Slurm has, too.
    An error that keeps a document from being resolved is always told: what rests on it cannot be looked at.
    Findings go to stdout, their number to stderr. `tenantry explain CODE` says what is behind a code.
    """
    from tenantry.check.run import at_least, chosen
    from tenantry.finding import Severity
    from tenantry.report.base import Summary

    if slurm is None and slurm_release is not None:
        raise click.UsageError("--slurm-release says of which release the files of --slurm are")
    if not kueue and (nodes or kueue_release is not None):
        raise click.UsageError("--nodes and --kueue-release say something about the manifests of --kueue")
    site = Path(slurm) if slurm else None
    examined = examine(document) if document is not None or not (site or kueue) else None
    found = list(examined.findings) if examined else []
    found += _slurm(examined, site, slurm_release) if site else []
    found += _kueue(examined, kueue, nodes, kueue_release, site) if kueue else []
    findings = chosen(found, select, ignore, examined.stopped_by if examined else ())
    click.echo(_format(form)(findings), nl=False)
    if form == "text":
        click.echo(Summary.of(findings), err=True)
    severity = Severity.INFO if fail_on == "note" else Severity(fail_on)
    ctx.exit(1 if at_least(findings, severity) else 0)


def _format(name: str) -> Format:
    """A file of ``report`` and the function of the same name in it; the other formats are not imported."""
    form: Format = getattr(import_module(f"tenantry.report.{name}"), name)
    return form


def _slurm(document: Examined | None, path: Path, release: str | None) -> list[Finding]:
    """What is to say about a site's files."""
    from tenantry.load.find import Unreadable
    from tenantry.pipeline import slurm_files

    try:
        return slurm_files(path, release, document)
    except Unreadable as error:
        raise click.ClickException(str(error)) from error
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--slurm-release") from error


def _kueue(
    document: Examined | None, paths: tuple[Path, ...], nodes: tuple[Path, ...], release: str | None, slurm: Path | None
) -> list[Finding]:
    """What is to say about Kueue's manifests."""
    from tenantry.load.find import Unreadable
    from tenantry.pipeline import kueue_files

    try:
        return kueue_files(paths, nodes, release, document, slurm)
    except Unreadable as error:
        raise click.ClickException(str(error)) from error
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--kueue-release") from error
