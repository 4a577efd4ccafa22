"""The accounting database as something that can be read and changed."""

from __future__ import annotations

from tenantry.backends.slurm.accounting.observe import observe
from tenantry.backends.slurm.accounting.types import Accounting
from tenantry.backends.slurm.live.commands import Commands, UnreachableError
from tenantry.backends.slurm.plan import plan
from tenantry.change.apply import LostError
from tenantry.change.change import Change
from tenantry.change.plan import Plan

SAID = 300
"""Characters of what a command printed that are worth telling."""


class Database:
    """One cluster's accounting through its commands."""

    def __init__(self, commands: Commands, wanted: Accounting, release: str, *, keep_foreign: bool) -> None:
        self._commands = commands
        self._wanted = wanted
        self._release = release
        self._keep_foreign = keep_foreign

    def plan(self) -> Plan:
        """See :class:`tenantry.change.apply.Target`."""
        try:
            seen = observe(self._commands, self._wanted.cluster, self._release)
        except UnreachableError as error:
            raise LostError(str(error)) from error
        return plan(self._wanted, seen, keep_foreign=self._keep_foreign)

    def carry_out(self, change: Change) -> str:
        """See :class:`tenantry.change.apply.Target`. The exit code proves nothing: 22.05 ends with 0 after an error."""
        try:
            answer = self._commands.run(change.command)
        except UnreachableError as error:
            raise LostError(str(error)) from error
        lines = " ".join(f"{answer.err}\n{answer.out}".split())
        said = lines if len(lines) <= SAID else f"{lines[:SAID]}…"
        return said if answer.code == 0 else f"exit code {answer.code}: {said}"
