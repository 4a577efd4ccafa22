"""What sacctmgr 24.11 does with the commands of a plan, its refusals among them; tests/live/slurm has the real one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tenantry.backends.slurm.accounting.attributes import limits
from tenantry.backends.slurm.accounting.types import Accounting, Entity, Key, Record, Value
from tenantry.backends.slurm.mark import COMMENT, MARKED
from tenantry.backends.slurm.plan import plan
from tenantry.change.change import Change
from tenantry.change.plan import Plan

TRES = frozenset({"GrpTRES", "MaxTRESPerJob", "MinTRESPerJob"})
NAMES = frozenset({"QOS", "Preempt", "Flags"})
SPELLING = {"parent": "Parent"}


class RefusedError(Exception):
    """A command that sacctmgr refuses."""


class Sacctmgr:
    """A database; ``target`` makes it something that a plan can be applied to."""

    def __init__(self, accounting: Accounting) -> None:
        self.cluster = accounting.cluster
        self.tres = accounting.tres
        self.values = {key: dict(record.values) for key, record in accounting.records.items()}
        self.foreign = {key for key, record in accounting.records.items() if not record.ours}

    @property
    def accounting(self) -> Accounting:
        """What is in it now."""
        records = {key: Record(key, dict(it), ours=key not in self.foreign) for key, it in self.values.items()}
        return Accounting(self.cluster, records, self.tres)

    def run(self, command: Sequence[str]) -> None:
        """One command; RefusedError where the real one changes nothing."""
        assert command[:2] == ("sacctmgr", "-i")
        verb, noun, *rest = command[2:]
        where, settings = _split([word for word in rest if word != "where"])
        key = _key(noun, where, associations=verb != "modify" or "account" in where)
        getattr(self, f"_{verb}")(key, where, settings)

    def _add(self, key: Key, where: Mapping[str, str], settings: Mapping[str, str]) -> None:
        _require(key not in self.values, f"{key} is there")
        given = {
            name: value
            for name, value in {**where, **settings}.items()
            if name not in {"name", "cluster", "account", *MARKED.values(), COMMENT}
        }
        if key.entity is Entity.ASSOCIATION:
            _require(Key(Entity.ACCOUNT, key.account) in self.values, f"no account {key.account}")
            default = given.pop("DefaultAccount", key.account)
            self.values.setdefault(Key(Entity.USER, key.name), {"DefaultAccount": default})
        self.values[key] = {}
        try:
            self._change(key, given)
        except RefusedError:
            del self.values[key]
            raise

    def _modify(self, key: Key, _where: Mapping[str, str], settings: Mapping[str, str]) -> None:
        _require(key in self.values, f"no {key}")
        before = dict(self.values[key])
        try:
            self._change(key, settings)
        except RefusedError:
            self.values[key] = before
            raise

    def _change(self, key: Key, settings: Mapping[str, str]) -> None:
        values = self.values[key]
        for name, text in settings.items():
            attribute = SPELLING.get(name, name)
            _require(attribute != "Parent" or values.get("Parent") != text, "did not affect anything")
            _set(values, attribute, text)
        self._check(key, values)

    def _check(self, key: Key, values: Mapping[str, Value]) -> None:
        if key.entity is Entity.ACCOUNT:
            above, seen = str(values["Parent"]), {key.name}
            while above != "root":
                _require(Key(Entity.ACCOUNT, above) in self.values, f"no parent {above}")
                _require(above not in seen, f"{key} below itself")
                seen.add(above)
                above = str(self.values[Key(Entity.ACCOUNT, above)]["Parent"])
            default, allowed = values.get("DefaultQOS"), _tuple(values.get("QOS"))
            _require(default is None or default in allowed, "no access to the default QOS")
            _require(all(Key(Entity.QOS, str(it)) in self.values for it in allowed), "a bad QOS")
        if key.entity is Entity.QOS:
            _require(all(Key(Entity.QOS, str(it)) in self.values for it in _tuple(values.get("Preempt"))), "a bad QOS")
            _require(key.name not in self._preempted(key.name, set()), "a loop")
        if key.entity is Entity.USER:
            there = Key(Entity.ASSOCIATION, key.name, str(values["DefaultAccount"]))
            _require(there in self.values, f"{there} is not there")

    def _preempted(self, qos: str, seen: set[str]) -> set[str]:
        for other in map(str, _tuple(self.values.get(Key(Entity.QOS, qos), {}).get("Preempt"))):
            if other not in seen:
                seen.add(other)
                self._preempted(other, seen)
        return seen

    def _delete(self, key: Key, _where: Mapping[str, str], _settings: Mapping[str, str]) -> None:
        _require(key in self.values, f"no {key}")
        if key.entity is Entity.ASSOCIATION:
            user = Key(Entity.USER, key.name)
            others = [it for it in self.values if it.entity is Entity.ASSOCIATION and it.name == key.name and it != key]
            _require(self.values[user]["DefaultAccount"] != key.account or not others, "the default account")
            if not others:
                del self.values[user]
        elif key.entity is Entity.ACCOUNT:
            below = [it for it, values in self.values.items() if values.get("Parent") == key.name]
            inside = [it for it in self.values if it.entity is Entity.ASSOCIATION and it.account == key.name]
            _require(not (below or inside), f"{key} holds {below or inside}: a plan deletes them by name")
        else:
            users = [it for it, values in self.values.items() if values.get("DefaultQOS") == key.name]
            _require(not users, f"{key} is the default of {users}")
            for values in self.values.values():
                for attribute in ("QOS", "Preempt"):
                    if key.name in _tuple(values.get(attribute)):
                        _set(values, f"{attribute}-", key.name)
        del self.values[key]


class Database:
    """A :class:`tenantry.change.apply.Target`; ``killed_after`` many commands it is gone for good."""

    def __init__(self, sacctmgr: Sacctmgr, wanted: Accounting) -> None:
        self.sacctmgr = sacctmgr
        self.wanted = wanted
        self.refused: list[str] = []

    def plan(self) -> Plan:
        """What is left to do."""
        return plan(self.wanted, self.sacctmgr.accounting)

    def carry_out(self, change: Change) -> str:
        """Runs it."""
        try:
            self.sacctmgr.run(change.command)
        except RefusedError as error:
            self.refused.append(f"{change.subject}: {error}")
            return f"exit code 1: {error}"
        return "Modified"


def _split(words: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    at = words.index("set") if "set" in words else len(words)
    where, settings = (dict(word.split("=", 1) for word in part) for part in (words[:at], words[at + 1 :]))
    return where, settings


def _key(noun: str, where: Mapping[str, str], *, associations: bool) -> Key:
    if noun == "user" and associations:
        return Key(Entity.ASSOCIATION, where["name"], where["account"])
    return Key(Entity(noun), where["name"])


def _set(values: dict[str, Value], attribute: str, text: str) -> None:
    name, sign = attribute.rstrip("+-"), attribute[-1]
    if name in TRES:
        held = limits(values.get(name))
        for item in text.split(","):
            tres, _, amount = item.rpartition("=")
            held[tres] = int(amount)
        _put(values, name, tuple(sorted(it for it in held.items() if it[1] != -1)))
    elif name in NAMES:
        _require((name, sign) != ("Preempt", "+"), "a list that is destroyed where it has the name")
        given, held_names = set(text.split(",")), set(_tuple(values.get(name)))
        names = held_names | given if sign == "+" else held_names - given if sign == "-" else given
        _put(values, name, tuple(sorted(map(str, names))))
    else:
        _put(values, name, int(text) if text.lstrip("-").isdigit() else text)


def _put(values: dict[str, Value], name: str, value: Value) -> None:
    if value in ((), -1):
        values.pop(name, None)
    else:
        values[name] = value


def _tuple(value: Value | None) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _require(condition: object, message: str) -> None:
    if not condition:
        raise RefusedError(message)
