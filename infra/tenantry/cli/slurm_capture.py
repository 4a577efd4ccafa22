"""``tenantry slurm capture``: saves what a running Slurm says."""

from __future__ import annotations

from pathlib import Path

import click

from tenantry.cli.common import PathOption, run_with_option


@click.command("capture", short_help="save what a running Slurm says, to plan and compare elsewhere")
@click.option(
    "-o",
    "--output",
    type=PathOption(file_okay=False),
    metavar="DIR",
    required=True,
    help="Where to write; files of an earlier capture there are replaced.",
)
@run_with_option
def command(output: Path, run_with: str) -> None:
    """Save the answers of sacctmgr and scontrol that `plan` and `drift` read with `--slurm DIR`; change nothing.

    They hold names of accounts and users. Exit codes: 0 saved, 2 Slurm did not answer.
    """
    from tenantry.backends.slurm.capture import capture
    from tenantry.backends.slurm.live.commands import UnreachableError
    from tenantry.load.find import Unreadable
    from tenantry.pipeline import slurm_commands

    try:
        cluster = capture(slurm_commands(run_with, None), output)
    except (UnreachableError, Unreadable) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{output}: {error.strerror or error}") from error
    click.echo(f"cluster '{cluster}' is saved in {output}", err=True)
