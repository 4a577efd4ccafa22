"""Contents of an accounting database, of every shape that matters to the order of changes."""

from __future__ import annotations

from hypothesis import strategies as st

from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record, Value

CLUSTER = "lab"
TRES = ("cpu", "gres/gpu", "gres/gpu:h100")
ACCOUNTS = ("a", "b", "c", "d", "burst")
QOS = ("high", "low", "mid")
USERS = ("ada", "grace")

limits = st.dictionaries(st.sampled_from(TRES), st.integers(0, 9)).map(lambda it: tuple(sorted(it.items())))


@st.composite
def contents(draw: st.DrawFn, *, foreign: bool = False) -> Accounting:
    """A database in which all that is named is there; with ``foreign``, others made some of it."""
    records: dict[Key, Record] = {}

    def put(key: Key, values: dict[str, Value], *, ours: bool = True) -> None:
        set_ = {name: value for name, value in values.items() if value not in (None, ())}
        records[key] = Record(key, set_, ours, ("teams", key.name))

    qos = draw(st.permutations(QOS))[: draw(st.integers(1, 3))]
    for at, name in enumerate(qos):
        below = draw(st.lists(st.sampled_from(qos[at + 1 :]), unique=True)) if at + 1 < len(qos) else []
        put(
            Key(Entity.QOS, name),
            {"Priority": draw(st.integers(1, 3)), "Preempt": tuple(sorted(below))},
        )
    accounts = draw(st.permutations(ACCOUNTS))[: draw(st.integers(0, 5))]
    for at, name in enumerate(accounts):
        ours = not foreign or draw(st.booleans())
        allowed = tuple(sorted(draw(st.lists(st.sampled_from(qos), unique=True, min_size=1))))
        values: dict[str, Value] = {
            "Parent": draw(st.sampled_from(["root", *accounts[:at]])),
            "Fairshare": draw(st.integers(1, 3)),
            "GrpTRES": draw(limits),
        }
        if ours:  # what others use of our QOS keeps that from going, whatever is permitted
            values |= {"QOS": allowed, "DefaultQOS": draw(st.sampled_from(allowed))}
        put(Key(Entity.ACCOUNT, name), values, ours=ours)
    for user in USERS:
        inside = draw(st.lists(st.sampled_from(accounts), unique=True)) if accounts else []
        for account in inside:
            ours = not foreign or (records[Key(Entity.ACCOUNT, account)].ours and draw(st.booleans()))
            put(Key(Entity.ASSOCIATION, user, account), {"GrpTRES": draw(limits)}, ours=ours)
        if inside:
            put(Key(Entity.USER, user), {"DefaultAccount": draw(st.sampled_from(inside))}, ours=False)
    return Accounting(CLUSTER, records, frozenset(TRES))
