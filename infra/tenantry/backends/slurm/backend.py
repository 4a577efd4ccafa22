"""Slurm as a back end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tenantry.backends.base import Concept, RenderedFile, Statement
from tenantry.backends.slurm.facts import RELEASES
from tenantry.backends.slurm.keys import WRITTEN
from tenantry.backends.slurm.limits import LIMITS, limits_of
from tenantry.backends.slurm.named import named
from tenantry.backends.slurm.refusals import refusals
from tenantry.check.doc import Kind
from tenantry.check.rule import Stage
from tenantry.check.target import Named, Refusal
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


class SlurmBackend:
    """Writes configuration files and commands for sacctmgr."""

    name = Scheduler.SLURM
    folders: tuple[str, ...] = (Scheduler.SLURM.value,)
    limits: Mapping[Concept, Statement] = LIMITS
    releases: tuple[str, ...] = tuple(RELEASES)
    written: Mapping[str, frozenset[str]] = WRITTEN

    @property
    def files_stage(self) -> Stage[Any]:
        """See :attr:`tenantry.backends.base.Backend.files_stage`."""
        from tenantry.backends.slurm.stage import FILES  # a check of a document reads none of Slurm's files

        return FILES

    @property
    def file_codes(self) -> Sequence[Kind]:
        """See :attr:`tenantry.backends.base.Backend.file_codes`."""
        from tenantry.backends.slurm.drift.codes import CODES as DRIFT
        from tenantry.backends.slurm.parse.codes import CODES
        from tenantry.backends.slurm.planning.codes import CODES as PLANS

        return (*CODES, *DRIFT, *PLANS)

    def limits_of(self, resolved: Resolved) -> Mapping[Concept, Statement]:
        """See :meth:`tenantry.backends.base.Backend.limits_of`."""
        return limits_of(resolved)

    def refusals(self, resolved: Resolved) -> Iterable[Refusal]:
        """See :meth:`tenantry.backends.base.Backend.refusals`."""
        return refusals(resolved)

    def named(self, resolved: Resolved) -> Iterable[Named]:
        """See :meth:`tenantry.backends.base.Backend.named`."""
        return named(resolved)

    def render(self, resolved: Resolved) -> tuple[RenderedFile, ...]:
        """See :meth:`tenantry.backends.base.Backend.render`."""
        from tenantry.backends.slurm.render import render  # a check needs none of what writes files

        return render(resolved)
