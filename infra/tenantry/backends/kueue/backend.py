"""Kueue as a back end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tenantry.backends.base import Concept, RenderedFile, Statement
from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.limits import LIMITS, limits_of
from tenantry.backends.kueue.named import named
from tenantry.backends.kueue.nodes import FOLDER
from tenantry.backends.kueue.refusals import refusals
from tenantry.check.doc import Kind
from tenantry.check.rule import Stage
from tenantry.check.target import Named, Refusal
from tenantry.model.scheduler import Scheduler
from tenantry.resolve.types import Resolved


class KueueBackend:
    """Writes one YAML file an object, and what marks the nodes in a folder of its own."""

    name = Scheduler.KUEUE
    folders: tuple[str, ...] = (Scheduler.KUEUE.value, FOLDER)
    limits: Mapping[Concept, Statement] = LIMITS
    releases: tuple[str, ...] = tuple(RELEASES)
    written: Mapping[str, frozenset[str]] = MappingProxyType({})

    @property
    def files_stage(self) -> Stage[Any]:
        """See :attr:`tenantry.backends.base.Backend.files_stage`."""
        from tenantry.backends.kueue.stage import FILES  # a check of a document reads no manifests

        return FILES

    @property
    def file_codes(self) -> Sequence[Kind]:
        """See :attr:`tenantry.backends.base.Backend.file_codes`."""
        from tenantry.backends.kueue.parse.codes import CODES

        return CODES

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
        from tenantry.backends.kueue.render import render  # a check needs none of what writes files

        return render(resolved)
