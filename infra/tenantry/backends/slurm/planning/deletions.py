"""What goes, after what takes its place; children first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tenantry.backends.slurm.accounting.types import Entity, Key, Record
from tenantry.backends.slurm.planning.both import Both
from tenantry.backends.slurm.planning.effects import ended
from tenantry.backends.slurm.planning.step import Step
from tenantry.backends.slurm.planning.users import DEFAULT_ACCOUNT, default_account
from tenantry.backends.slurm.planning.words import delete, modify
from tenantry.change.change import Action, Change
from tenantry.change.difference import Difference

QOS_LIST, DEFAULT_QOS = "QOS", "DefaultQOS"


def changes(both: Both, *, keep_foreign: bool) -> Iterator[Change]:
    """Deletions, and default accounts moved out of the way; with ``keep_foreign`` of nothing that others use."""
    going = both.doomed | frozenset(both.intruders)
    if keep_foreign:
        going = frozenset(key for key in both.doomed if not _foreign(both, key))
    yield from _users(both, going)
    for key in sorted(going):
        if key.entity is Entity.ACCOUNT:
            stage = (Step.ACCOUNT_DELETE, -both.depth(key.name))
            yield _delete(both, key, stage, effects=ended(both.seen, key.name))
        elif key.entity is Entity.QOS:
            yield _delete(both, key, (Step.QOS_DELETE,))


def _users(both: Both, going: frozenset[Key]) -> Iterator[Change]:
    """Associations; of the default account as the last one, or after another account has become the default."""
    for key in sorted(key for key in going if key.entity is Entity.ASSOCIATION):
        user = Key(Entity.USER, key.name)
        step = Step.ASSOCIATION_DELETE
        if default_account(both.seen.records.get(user)) == key.account and user not in both.wanted.records:
            stays = [it for it in both.accounts_of[key.name] if it not in going]
            step = Step.ASSOCIATION_DELETE if stays else Step.USER_DELETE
            if stays:
                yield _other_default(both, user, key.account, stays[0].account, foreign=_foreign(both, key))
        yield _delete(both, key, (step,))


def _other_default(both: Both, user: Key, old: str, new: str, *, foreign: bool) -> Change:
    command = modify(user, both.cluster, [f"{DEFAULT_ACCOUNT}={new}"])
    differences = (Difference(str(user), DEFAULT_ACCOUNT, new, old),)
    return Change(Action.UPDATE, str(user), command, differences, foreign=foreign, stage=(Step.USER_SET,))


def _delete(both: Both, key: Key, stage: tuple[int, ...], effects: Iterable[str] = ()) -> Change:
    gone = (Difference(str(key), "", None, key.name),)
    command = delete(key, both.cluster)
    foreign = _foreign(both, key)
    return Change(Action.DELETE, str(key), command, gone, foreign=foreign, stage=stage, effects=tuple(effects))


def _foreign(both: Both, key: Key) -> bool:
    """Whether others made it, or made what goes with it or rests on it."""
    if key.entity is Entity.ACCOUNT:
        return not both.seen.records[key].ours or _holds_others(both, key)
    if key.entity is Entity.QOS:
        return key.name in both.seen.elsewhere or _used_by_others(both, key.name)
    # Before 23.02 nothing says who put a user into an account.
    return key in both.intruders or not both.seen.records[key].ours


def _holds_others(both: Both, account: Key) -> bool:
    """Whether something goes with the account that the program did not make."""
    return account in both.intruders or any(it.key in both.intruders for it in both.below(account.name))


def _used_by_others(both: Both, qos: str) -> bool:
    """Whether something names the QOS that the document does not have and the program may not delete unasked."""
    ours = both.wanted.records.keys() | {
        key for key in both.doomed if key.entity is not Entity.ACCOUNT or not _holds_others(both, key)
    }
    return any(_uses(it, qos) for key, it in both.seen.records.items() if key not in ours)


def _uses(record: Record, qos: str) -> bool:
    listed = record.values.get(QOS_LIST, ())
    return record.values.get(DEFAULT_QOS) == qos or (isinstance(listed, tuple) and qos in listed)
