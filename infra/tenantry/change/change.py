"""One step of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tenantry.change.difference import Difference
from tenantry.finding import Path


class Action(StrEnum):
    """What a change does to its subject."""

    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Change:
    """One command, with what it is for. The order of changes in a plan is the order in which they are carried out."""

    action: Action
    subject: str
    """As in :class:`Difference`."""
    command: tuple[str, ...]
    """Program and arguments; no shell reads them."""
    differences: tuple[Difference, ...] = ()
    """The fields it puts right."""
    path: Path = ()
    """The model path that is the reason; empty where the document no longer has what is deleted."""
    foreign: bool = False
    """Whether it deletes what the program is not known to have made here, or what such things go with or rest on."""
    stage: tuple[int, ...] = ()
    """Changes of one stage do not rest on each other; those of a later stage may rest on all before."""
    effects: tuple[str, ...] = ()
    """What it does to work that is there, for people."""
