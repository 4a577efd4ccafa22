"""``tenantry init``: a starter document."""

from __future__ import annotations

from pathlib import Path

import click

from tenantry.cli.common import not_empty

FILE = "tenancy.yaml"
STARTER = """\
# yaml-language-server: $schema=tenancy.schema.json
# Who gets how many devices of this fleet. `tenantry check` says what is wrong, `tenantry render -o out` writes files.
fleet: example
kueue: {release: "0.17"}                   # and slurm: {release: "24.11"} where Slurm owns nodes too

flavors:                                   # one class of node each
  h100:
    gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}
    node: {cpus: 128, memory: 2Ti, reserved: {cpus: 8, memory: 64Gi}}

pools:                                     # which hosts there are, and which scheduler owns them
  main: {flavor: h100, hosts: "gpu[01-08]", owner: kueue}

tiers:                                     # priority classes, highest first
  production: {maxTime: 7d, mayBorrow: false}
  research: {defaultTime: 4h, maxTime: 2d, grace: 2m}

groups:                                    # fair: lend what is idle, take it back when needed; hard: share nothing
  lab: {sharing: fair}

teams:                                     # nominal is guaranteed; borrow beyond it, lend of it while idle
  vision: {group: lab, share: 2, quota: {h100: 40}, namespaces: [vision]}
  speech: {group: lab, quota: {h100: {nominal: 24, borrow: 16, lend: 8}}, namespaces: [speech]}
"""


@click.command("init", short_help="write a starter document")
@click.argument("folder", metavar="[DIR]", default=".", callback=not_empty)
def command(folder: str) -> None:
    """Write a commented document of about 20 lines to DIR/tenancy.yaml, to be edited. Never overwrites."""
    from tenantry.atomic import write_text
    from tenantry.emit import to_json
    from tenantry.model.schema import tenancy_schema

    document, schema = Path(folder) / FILE, Path(folder) / "tenancy.schema.json"
    if document.exists() or document.is_symlink():
        raise click.ClickException(f"{document} is there already")
    write_text(document, STARTER)
    if not schema.exists():
        write_text(schema, to_json(tenancy_schema()))
    click.echo(f"{document} is written; next: tenantry check {document}", err=True)
