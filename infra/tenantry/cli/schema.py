"""``tenantry schema``: the document's JSON Schema, for editors."""

from __future__ import annotations

import click


@click.command("schema", short_help="print the document's JSON Schema")
def command() -> None:
    """Print the JSON Schema of a document.

    An editor with YAML support completes and checks a document that starts with the line
    `# yaml-language-server: $schema=tenancy.schema.json`.
    """
    from tenantry.emit import to_json
    from tenantry.model.schema import tenancy_schema

    click.echo(to_json(tenancy_schema()), nl=False)
