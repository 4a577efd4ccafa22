"""Files of sacctmgr commands, one a line, replayed on an empty database: which QOS, accounts and users there are then.

Source: sacctmgr(1); what it makes of its lines was tried on 22.05, 24.11 and 26.05: an empty line and one that starts
with ``#`` are passed over, ``add`` never updates, ``modify`` of a TRES list merges, names are kept in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from tenantry.backends.slurm.parse import codes
from tenantry.backends.slurm.parse.site import Setting
from tenantry.finding import Finding, Location, Related
from tenantry.model.problem import shown

_TOKEN: Final = re.compile(r"""(?:[^\s'"]|'[^']*'|"[^"]*")+|['"].*""")
_OPTION: Final = re.compile(r"([A-Za-z]+)([-+]?)=(.*)", re.DOTALL)
_VERBS: Final = {"add": "add", "create": "add", "modify": "modify", "update": "modify"}
_ENTITIES: Final = ("qos", "account", "user")
_Key = TypeVar("_Key")
_LISTS: Final = frozenset({"qos", "qoslevel", "preempt", "flags"})


@dataclass
class Entry:
    """One QOS, account, user or association."""

    name: str
    location: Location
    """Where it was added."""
    values: dict[str, Setting] = field(default_factory=dict)
    """Key in lower case to what is set on it now; the value of a TRES list is the merged one, sorted by resource. What
    ``-1`` or an empty list clears is not in it."""

    def value(self, key: str, default: str = "") -> str:
        """The value of a key, in any spelling of it, or ``default``."""
        found = self.values.get(key.lower())
        return default if found is None else found.value


@dataclass
class Book:
    """What the accounting database holds after the commands."""

    qos: dict[str, Entry] = field(default_factory=dict)
    accounts: dict[str, Entry] = field(default_factory=dict)
    """``parent`` and ``cluster`` are among the values."""
    users: dict[str, Entry] = field(default_factory=dict)
    """What is set on a user as a whole, such as ``defaultaccount``."""
    associations: dict[tuple[str, str], Entry] = field(default_factory=dict)
    """User and account to the limits of the one in the other."""
    findings: list[Finding] = field(default_factory=list)
    """Lines that are no command, and those that change what no line before adds."""


def read_commands(files: Mapping[str, str]) -> Book:
    """Replays files, by name, in the order given."""
    book = Book()
    for name, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() and not line.startswith("#"):
                _replay(book, name, number, line.rstrip("\r"))
    return book


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    location: Location


def _replay(book: Book, name: str, number: int, line: str) -> None:
    words = [_Word(it.group(), Location(name, number, it.start() + 1)) for it in _TOKEN.finditer(line)]
    for word in words:
        if word.text[0] in "'\"" and (len(word.text) == 1 or word.text[-1] != word.text[0]):
            message = f"the quote of {shown(word.text)} is never closed, and takes the rest of the line with it"
            book.findings.append(codes.SYNTAX.at(word.location, message, "close it"))
            return
    verb = _VERBS.get(words[0].text.lower()) if words else None
    entity = next((it for it in _ENTITIES if len(words) > 1 and words[1].text.lower() in {it, f"{it}s"}), None)
    if verb is None or entity is None:
        start = words[0].location if words else Location(name, number, 1)
        hint = "write add or modify, and then qos, account or user"
        book.findings.append(codes.SYNTAX.at(start, f"{shown(line)} is no command that is read here", hint))
        return
    where, values = _split(words[2:], verb)
    if verb == "add":
        _add(book, entity, where, values, words[1].location)
    else:
        _modify(book, entity, where, values, words[1].location)


def _split(words: list[_Word], verb: str) -> tuple[dict[str, list[str]], list[tuple[Setting, str]]]:
    """What the command is about, key to names, and what it sets, each with its operator."""
    where: dict[str, list[str]] = {}
    values: list[tuple[Setting, str]] = []
    setting = False
    for word in words:
        match = _OPTION.fullmatch(word.text)
        if word.text.lower() in {"where", "set"}:
            setting = word.text.lower() == "set"
        elif match is None:
            where.setdefault("name", []).extend(_names(word.text))
        elif setting or (verb == "add" and match.group(1).lower() not in {"name", "names", "account", "cluster"}):
            at = Location(word.location.file, word.location.line, word.location.column + match.start(3))
            values.append((Setting(match.group(1), _bare(match.group(3)), word.location, at), match.group(2)))
        else:
            key = match.group(1).lower()
            where.setdefault("name" if key == "names" else key, []).extend(_names(match.group(3)))
    return where, values


def _names(text: str) -> list[str]:
    return [name for name in _bare(text).split(",") if name]


def _bare(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0] else text


def _add(book: Book, entity: str, where: dict[str, list[str]], values: list[tuple[Setting, str]], at: Location) -> None:
    cluster = [(Setting("cluster", name, at, at), "") for name in where.get("cluster", ())]
    for name in where.get("name", ()):
        if entity == "user":
            book.users.setdefault(name, Entry(name, at))
            for account in where.get("account", ()):
                _new(book.associations, (name, account.lower()), name, at, [*cluster, *values])
        else:
            table = book.qos if entity == "qos" else book.accounts
            _once(book, entity, table.get(name.lower()), name, at, where.get("cluster", []))
            _new(table, name.lower(), name.lower(), at, [*cluster, *values] if entity == "account" else values)


def _once(book: Book, entity: str, there: Entry | None, name: str, at: Location, clusters: list[str]) -> None:
    """An account may be added in each of several clusters."""
    cluster = there.value("cluster") if there and entity == "account" else ""
    if there is None or (cluster and clusters and cluster not in clusters):
        return
    hint = "names know no upper and lower case: give it another one, or modify what is there"
    seen = Related("it is added here first", (), there.location)
    book.findings.append(codes.ADDED.at(at, f"{entity} {shown(name)} is added already", hint, (seen,)))


def _new(table: dict[_Key, Entry], key: _Key, name: str, at: Location, values: list[tuple[Setting, str]]) -> None:
    if key not in table:
        table[key] = Entry(name, at)
        _set(table[key], values)


def _modify(
    book: Book, entity: str, where: dict[str, list[str]], values: list[tuple[Setting, str]], at: Location
) -> None:
    for name in where.get("name", ()):
        found = list(_meant(book, entity, name, where.get("account", ())))
        if not found:
            hint = f"add the {entity} before"
            book.findings.append(codes.SYNTAX.at(at, f"there is no {entity} {shown(name)} to modify here", hint))
        for entry in found:
            _set(entry, values)


def _meant(book: Book, entity: str, name: str, accounts: list[str] | tuple[str, ...]) -> Iterator[Entry]:
    if entity == "user":
        named = [(name, account.lower()) for account in accounts]
        yield from (book.associations[key] for key in named if key in book.associations)
        if not named and name in book.users:
            yield book.users[name]
    else:
        table = book.qos if entity == "qos" else book.accounts
        if name.lower() in table:
            yield table[name.lower()]


def _set(entry: Entry, values: list[tuple[Setting, str]]) -> None:
    for setting, operator in values:
        key = setting.key.lower()
        before = entry.values.pop(key, None)
        value = _value(key, before.value if before else "", setting.value, operator)
        if value not in {"", "-1"}:
            entry.values[key] = replace(setting, value=value)


def _value(key: str, before: str, value: str, operator: str) -> str:
    if "tres" in key:
        merged = _tres(before) | _tres(value)
        return ",".join(f"{name}={count}" for name, count in sorted(merged.items()) if count != "-1")
    if key in _LISTS and operator:
        kept = [name for name in before.split(",") if name and name not in _names(value)]
        return ",".join([*kept, *_names(value)] if operator == "+" else kept)
    return value


def _tres(text: str) -> dict[str, str]:
    pairs = (item.partition("=") for item in text.split(",") if item)
    return {name.lower(): count for name, _, count in pairs}
