"""Groups of verbs that import a verb's module only when that verb runs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class Verbs(click.Group):
    """``verbs`` maps each name to its line of help; ``<prefix><name>.py`` beside this file has its ``command``."""

    def __init__(self, *args: Any, verbs: Mapping[str, str], prefix: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        self._verbs = verbs
        self._prefix = prefix

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order in which people meet them."""
        return list(self._verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's command, or None."""
        if cmd_name not in self._verbs:
            return None
        command: click.Command = import_module(f"tenantry.cli.{self._prefix}{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of verbs, without importing them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(self._verbs.items()))
