"""What is known of the accounting database beside a slurm.conf: our command files, and dumps of sacctmgr."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tenantry.backends.slurm.dump import is_dump, read_dump
from tenantry.backends.slurm.parse.commands import Entry, read_commands
from tenantry.backends.slurm.parse.site import Setting
from tenantry.finding import Finding, Location


@dataclass(frozen=True, slots=True)
class Association:
    """A cluster, an account, or a user in an account, with what is set on it itself."""

    what: str
    """For a message: ``account 'vision'``."""
    name: str
    parent: str
    """The account above; empty for the one at the top."""
    location: Location
    settings: tuple[Setting, ...]

    def get(self, key: str) -> Setting | None:
        """What is set, by key in any case."""
        return next((it for it in reversed(self.settings) if it.key.lower() == key.lower()), None)


@dataclass(frozen=True, slots=True)
class Database:
    """QOS and associations; every name is in lower case, as the database keeps it."""

    qos: Mapping[str, tuple[Setting, ...]] = field(default_factory=dict)
    """Name to what is set on it."""
    associations: tuple[Association, ...] = ()
    findings: tuple[Finding, ...] = ()

    def limits(self) -> Iterator[Setting]:
        """Everything that limits a resource, on QOS and associations."""
        for settings in (*self.qos.values(), *(it.settings for it in self.associations)):
            yield from (it for it in settings if "tres" in it.key.lower())

    def allowed(self, association: Association) -> frozenset[str]:
        """The QOS an association may use, its own or those of the accounts above; ``normal`` where none is said."""
        by_name = {it.name: it for it in self.associations if it.what.startswith(("account", "cluster"))}
        at: Association | None = association
        passed: set[str] = set()
        while at is not None:
            if setting := at.get("QOS") or at.get("QosLevel"):
                return frozenset(_names(setting.value))
            passed.add(at.name)
            at = by_name.get(at.parent) if at.parent not in passed else None
        return frozenset({"normal"})


def read_database(files: Mapping[str, str]) -> Database | None:
    """From file name to text; None where no file says anything about a database."""
    dumps = {name: text for name, text in files.items() if name.endswith(".cfg") and is_dump(text)}
    commands = {name: text for name, text in files.items() if name.endswith(".sacctmgr")}
    if not dumps and not commands:
        return None
    book = read_commands(dict(sorted(commands.items(), key=lambda it: (not it[0].endswith("qos.sacctmgr"), it[0]))))
    qos = {name.lower(): tuple(entry.values.values()) for name, entry in book.qos.items()}
    found = [_account(entry) for entry in book.accounts.values()]
    found += [_user(entry, account) for (_, account), entry in book.associations.items()]
    for name, text in dumps.items():
        for kind, entry_name, parent, location, settings in read_dump(name, text):
            if kind == "qos":
                qos[entry_name] = settings
            else:
                found.append(Association(f"{kind} '{entry_name}'", entry_name, parent, location, settings))
    return Database(qos, tuple(found), tuple(book.findings))


def _account(entry: Entry) -> Association:
    settings = tuple(entry.values.values())
    parent = entry.value("parent", "root" if entry.name.lower() != "root" else "").lower()
    return Association(f"account '{entry.name}'", entry.name.lower(), parent, entry.location, settings)


def _user(entry: Entry, account: str) -> Association:
    what = f"user '{entry.name}' of account '{account}'"
    return Association(what, entry.name.lower(), account.lower(), entry.location, tuple(entry.values.values()))


def _names(text: str) -> Iterable[str]:
    return (part.strip().lower() for part in text.split(",") if part.strip())
