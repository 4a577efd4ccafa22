"""What is wanted and what was seen, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tenantry.backends.slurm.accounting.compare import Delta, deltas
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record
from tenantry.backends.slurm.names import ROOT
from tenantry.resolve.names import BURST


class Both:
    """Two contents of the accounting database and how they differ."""

    def __init__(self, wanted: Accounting, seen: Accounting) -> None:
        self.wanted = wanted
        self.seen = seen
        self.deltas: tuple[Delta, ...] = deltas(wanted, seen)

    @property
    def cluster(self) -> str:
        """The cluster of the accounts."""
        return self.wanted.cluster

    def of(self, entity: Entity) -> Iterator[Delta]:
        """The differences of one kind of thing."""
        return (it for it in self.deltas if it.key.entity is entity)

    def depth(self, account: str) -> int:
        """How many accounts are above it in the wanted tree, and for one that is not wanted in the seen one."""
        known = self.wanted if Key(Entity.ACCOUNT, account) in self.wanted.records else self.seen
        above, depth = parent(known, account), 0
        while above != ROOT and depth <= len(known.records):
            above, depth = parent(known, above), depth + 1
        return depth

    @cached_property
    def doomed(self) -> frozenset[Key]:
        """What is not to be there: what the program made and the document no longer has, and users of listed teams."""
        return frozenset(it.key for it in self.deltas if it.wanted is None)

    @cached_property
    def children(self) -> dict[str, list[Record]]:
        """Account to what stands in or below it directly, as seen, but for accounts that the document has elsewhere."""
        found: dict[str, list[Record]] = {}
        for key, record in self.seen.records.items():
            if key.entity is Entity.ASSOCIATION:
                found.setdefault(key.account, []).append(record)
            elif key.entity is Entity.ACCOUNT and key not in self.wanted.records and key.name != ROOT:
                found.setdefault(parent(self.seen, key.name), []).append(record)
        return found

    def below(self, account: str) -> Iterator[Record]:
        """All that goes with an account when it goes, nearest first."""
        for record in self.children.get(account, []):
            yield record
            if record.key.entity is Entity.ACCOUNT:
                yield from self.below(record.key.name)

    @cached_property
    def accounts_of(self) -> dict[str, list[Key]]:
        """User to the associations that were seen, those of burst accounts last: they should be nobody's default."""
        found: dict[str, list[Key]] = {}
        for key in sorted(self.seen.records, key=lambda it: (it.account.endswith(BURST), it.account)):
            if key.entity is Entity.ASSOCIATION:
                found.setdefault(key.name, []).append(key)
        return found

    @cached_property
    def leaving(self) -> frozenset[Key]:
        """All that goes, whoever made it."""
        return frozenset(self.intruders) | self.doomed

    @cached_property
    def intruders(self) -> dict[Key, Record]:
        """What others made in or below accounts that have to go."""
        found: dict[Key, Record] = {}
        for key in sorted(self.doomed):
            if key.entity is Entity.ACCOUNT:
                others = (it for it in self.below(key.name) if it.key not in self.doomed)
                found.update({it.key: it for it in others})
        return found


def parent(accounting: Accounting, account: str) -> str:
    """The account above; ``root`` where nobody knows."""
    record = accounting.records.get(Key(Entity.ACCOUNT, account))
    return str(record.values.get("Parent", ROOT)) if record else ROOT
