"""What rules about a scheduler's own files tell: problems at a place in a file."""

from __future__ import annotations

import re
from typing import Final

from tenantry.check.rule import Problem
from tenantry.finding import Location, Related

_WORD: Final = 60
_ENDLESS: Final = re.compile(r"\S{300,}")


def problem(location: Location, message: str, help_text: str = "", *related: Related) -> Problem:
    """A problem at a place in a file; words that nobody reads to their end are cut."""
    return Problem((), _legible(message), _legible(help_text), related, location)


def seen(message: str, location: Location) -> Related:
    """Another place that explains a problem."""
    return Related(message, (), location)


def _legible(text: str) -> str:
    return _ENDLESS.sub(lambda match: f"{match.group()[:_WORD]}...", text)
