"""Whatever is there and whatever is wanted: the plan's commands succeed in their order and bring it about."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key
from tenantry.backends.slurm.plan import plan
from tenantry.change.apply import apply
from tenantry.change.change import Action, Change
from tests.backends.slurm.planning.sacctmgr import Database, Sacctmgr
from tests.backends.slurm.planning.strategies import contents


def assert_there(wanted: Accounting, found: Accounting) -> None:
    for key, record in wanted.records.items():
        assert found.records[key].values == record.values


@given(wanted=contents(), seen=contents())
def test_every_command_succeeds_and_nothing_is_left(wanted: Accounting, seen: Accounting) -> None:
    database = Database(Sacctmgr(seen), wanted)
    told: list[Change] = []
    outcome = apply(database.plan(), database, told.append)
    assert database.refused == []
    assert outcome.complete
    assert outcome.done == told
    assert_there(wanted, database.sacctmgr.accounting)
    assert database.sacctmgr.accounting.records.keys() == wanted.records.keys()
    assert database.plan().changes == ()


@given(wanted=contents(), seen=contents(foreign=True))
def test_what_others_made_stays_unless_it_is_in_the_way(wanted: Accounting, seen: Accounting) -> None:
    database = Database(Sacctmgr(seen), wanted)
    made = database.plan()
    kept = plan(wanted, seen, keep_foreign=True)
    for change in kept.changes:
        database.sacctmgr.run(change.command)
    found = database.sacctmgr.accounting
    assert_there(wanted, found)
    others = {key for key, record in seen.records.items() if not record.ours and key.entity is Entity.ACCOUNT}
    others |= {key for key in seen.records if Key(Entity.ACCOUNT, key.account) in others} - wanted.records.keys()
    assert others <= found.records.keys()
    rest = database.plan()
    assert {it.subject for it in rest.changes} <= {it.subject for it in made.changes}
    assert all(it.foreign for it in rest.changes)
    assert not any(it.foreign for it in kept.changes)
    for change in rest.changes:
        database.sacctmgr.run(change.command)
    assert database.plan().changes == ()
    assert_there(wanted, database.sacctmgr.accounting)


@given(wanted=contents(), seen=contents(), data=st.data())
def test_killed_anywhere_the_next_run_does_the_rest(wanted: Accounting, seen: Accounting, data: st.DataObject) -> None:
    database = Database(Sacctmgr(seen), wanted)
    commands = [change.command for change in database.plan().changes]
    for command in commands[: data.draw(st.integers(0, len(commands)))]:
        database.sacctmgr.run(command)
    again = apply(database.plan(), database, lambda _: None)
    assert again.complete
    assert database.refused == []
    assert_there(wanted, database.sacctmgr.accounting)


@given(seen=contents())
def test_what_is_as_wanted_needs_nothing(seen: Accounting) -> None:
    assert plan(seen, seen).changes == ()


@given(wanted=contents(), seen=contents())
def test_nothing_goes_before_all_else_is_there(wanted: Accounting, seen: Accounting) -> None:
    actions = [it.action for it in plan(wanted, seen).changes]
    first = actions.index(Action.DELETE) if Action.DELETE in actions else len(actions)
    assert set(actions[first:]) <= {Action.DELETE}
