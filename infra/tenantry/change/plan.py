"""An ordered list of changes, and what it was made from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from tenantry.change.change import Action, Change
from tenantry.emit import to_json


@dataclass(frozen=True, slots=True)
class Plan:
    """What takes a scheduler from what was seen to what a document says."""

    target: str
    """What it changes: ``the accounting of cluster 'lab'``."""
    changes: tuple[Change, ...]
    """In the order of their stages."""
    inputs: str
    """Digest of what the document wants of the target; a comment or another order of files does not change it."""
    seen: str
    """Digest of what was found there, as far as the document or the program has to do with it."""

    def count(self, action: Action) -> int:
        """How many of its changes do that."""
        return sum(it.action is action for it in self.changes)


def digest(data: object) -> str:
    """SHA-256 of plain data, whatever the order of its keys."""
    return hashlib.sha256(to_json(data).encode()).hexdigest()
