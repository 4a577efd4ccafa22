"""Quotas that live nowhere, for the rules that each tell one reason."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.finding import Path
from tenantry.model.document import Tenancy
from tenantry.resolve.placement import Reason, Unplaced, where


def unplaced(tenancy: Tenancy, reason: Reason) -> Iterator[tuple[str, str, Path]]:
    """Team, flavor and the value to blame of every quota that has no place for this reason."""
    for name, team in tenancy.teams.items():
        for flavor in team.quota:
            placement = where(tenancy, name, flavor)
            if isinstance(placement, Unplaced) and placement.reason is reason:
                yield name, flavor, placement.path
