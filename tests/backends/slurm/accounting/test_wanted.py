"""What plans bring about is what the rendered command files bring about."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given

from tenantry.backends.slurm.accounting.attributes import ATTRIBUTES, read
from tenantry.backends.slurm.accounting.types import Entity, Key, Value
from tenantry.backends.slurm.accounting.wanted import wanted
from tenantry.backends.slurm.mark import MARKED, mark
from tenantry.backends.slurm.parse.commands import Entry, read_commands
from tenantry.backends.slurm.render import render
from tenantry.backends.slurm.scope import Scope
from tenantry.model.document import Tenancy
from tenantry.resolve.resolve import resolve
from tests.strategies_tenancy import tenancies

FILES = ("qos.sacctmgr", "accounts.sacctmgr")


def values(entity: Entity, entry: Entry) -> dict[str, Value]:
    texts = {it.name: entry.value(it.name) for it in ATTRIBUTES[entity]}
    return read(entity, {name: text for name, text in texts.items() if text})


def replayed(tenancy: Tenancy) -> Iterator[tuple[Key, dict[str, Value]]]:
    texts = {file.path.name: file.text for file in render(resolve(tenancy))}
    book = read_commands({name: texts[name] for name in FILES})
    assert book.findings == []
    for kind, entries in (("qos", book.qos), ("account", book.accounts)):
        for name, entry in entries.items():
            assert entry.value(MARKED[kind]) == mark(tenancy.fleet)
            yield Key(Entity(kind), name.lower()), values(Entity(kind), entry)
    for name, entry in book.users.items():
        yield Key(Entity.USER, name), values(Entity.USER, entry)
    for (user, account), entry in book.associations.items():
        yield Key(Entity.ASSOCIATION, user, account.lower()), values(Entity.ASSOCIATION, entry)


@given(tenancy=tenancies.filter(lambda it: it.slurm is not None))
def test_the_command_files_and_a_plan_want_the_same(tenancy: Tenancy) -> None:
    want = wanted(Scope(resolve(tenancy)))
    assert dict(replayed(tenancy)) == {key: it.values for key, it in want.records.items()}
    assert all(it.path for it in want.records.values())
