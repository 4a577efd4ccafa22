"""What is configured otherwise than a document wants, field by field; nodes that differ alike are told together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tenantry.backends.slurm.effective.forms import same
from tenantry.backends.slurm.effective.table import TABLES, defaults, form
from tenantry.backends.slurm.effective.things import Fields, Kind, Said, Seen, Thing, Wanted
from tenantry.change.difference import Difference
from tenantry.finding import Location, Path
from tenantry.model.hostlist import HostList

_PER_HOST = frozenset({Kind.NODE, Kind.GRES})


@dataclass(frozen=True, slots=True)
class Compared:
    """The differences of each kind, and what could not be looked at."""

    differences: Mapping[Kind, tuple[Difference, ...]]
    unseen: tuple[Said, ...]
    """Fields that the document wants and that a running Slurm does not show."""
    unread: tuple[Kind, ...]
    """Kinds that the document has and that were not read at all."""


@dataclass(frozen=True, slots=True)
class _Found:
    thing: Thing
    field: str
    wanted: str | None
    found: str | None
    path: Path
    place: Location | None


def compare(wanted: Wanted, seen: Seen) -> Compared:
    """Compares every kind that was read."""
    unseen: dict[tuple[Kind, str], Said] = {}
    found: list[_Found] = []
    for thing, fields in wanted.things.items():
        if thing.kind not in seen.kinds:
            continue
        there = seen.things.get(thing)
        if there is None:
            found.append(_Found(thing, "", "there", None, wanted.paths[thing], None))
            continue
        for key, want in _comparable(thing.kind, fields, there, partial=seen.partial):
            got = there.get(key)
            if got is None and seen.partial and key not in defaults(thing.kind):
                unseen[thing.kind, key] = want
                continue
            text = got.value if got else defaults(thing.kind).get(key, ("", ""))[1]
            if not same(form(thing.kind, key), want.value, text):
                found.append(_Found(thing, want.key, _shown(want.value), _shown(text), want.path, _place(got)))
        if wanted.whole and not seen.partial:
            found += _unwanted(thing, fields, there, wanted.paths[thing])
    found += _too_much(wanted, seen)
    kinds = {thing.kind for thing in wanted.things}
    return Compared(
        {kind: tuple(_told([it for it in found if it.thing.kind is kind])) for kind in Kind},
        tuple(unseen.values()),
        tuple(kind for kind in Kind if kind in kinds - seen.kinds),
    )


def _comparable(kind: Kind, fields: Fields, there: Fields, *, partial: bool) -> Iterator[tuple[str, Said]]:
    """Each field that should be as the document says, where files or a running Slurm are looked at."""
    table = TABLES[kind]
    yield from ((key, want) for key, want in fields.items() if not (partial and key in table.state))
    for key, like in table.registered.items():
        if key in there and like in fields:
            yield key, replace(fields[like], key=there[key].key)


def _unwanted(thing: Thing, fields: Fields, there: Fields, path: Path) -> Iterator[_Found]:
    """Fields of files that the document does not have, in files that are its own."""
    for key, got in there.items():
        default = defaults(thing.kind).get(key)
        if key not in fields and not (default and same(form(thing.kind, key), got.value, default[1])):
            yield _Found(thing, got.key, None, _shown(got.value), path, got.location)


def _too_much(wanted: Wanted, seen: Seen) -> Iterator[_Found]:
    """Things that the document does not have, and nodes that are not Slurm's."""
    for thing, fields in seen.things.items():
        if thing in wanted.things or not thing.name:
            continue
        elsewhere = wanted.elsewhere.get(thing.name) if thing.kind is Kind.NODE else None
        if elsewhere is not None or wanted.whole:
            place = next((it.location for it in fields.values() if it.location), None)
            yield _Found(thing, "", None, "there", elsewhere or (), place)


def _told(found: Iterable[_Found]) -> Iterator[Difference]:
    """Each once: hosts that differ in the same way from the same line of the document stand together."""
    groups: dict[tuple[object, ...], list[_Found]] = {}
    for it in found:
        name = "" if it.thing.kind in _PER_HOST else it.thing.name
        groups.setdefault((name, it.field, it.wanted, it.found, it.path), []).append(it)
    for group in groups.values():
        first = group[0]
        yield Difference(_subject(group), first.field, first.wanted, first.found, first.path, first.place)


def _subject(group: list[_Found]) -> str:
    first = group[0].thing
    if len(group) == 1:
        return str(first)
    return f"{first.kind.value}s '{HostList(it.thing.name for it in group)}'"


def _shown(value: str) -> str | None:
    return value or None


def _place(said: Said | None) -> Location | None:
    return said.location if said else None
