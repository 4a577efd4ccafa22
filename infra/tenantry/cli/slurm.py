"""``tenantry slurm``: verbs about Slurm's accounting database."""

from __future__ import annotations

import click

from tenantry.cli.verbs import Verbs

VERBS = {
    "plan": "Say what would bring the accounting database to what a document says.",
    "apply": "Bring it there.",
    "capture": "Save what a running Slurm says, to plan and compare elsewhere.",
}


@click.group("slurm", cls=Verbs, verbs=VERBS, prefix="slurm_", short_help="plan and apply accounts, QOS and limits")
def command() -> None:
    """Accounts, QOS, limits and users in Slurm's accounting database."""
