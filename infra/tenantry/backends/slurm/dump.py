"""A dump of sacctmgr: one cluster's accounts and users, and from 26.05 on its QOS.

Source: sacctmgr(1), dump and load; tried on 22.05, 24.11 and 26.05.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tenantry.backends.slurm.parse.site import Setting
from tenantry.finding import Location

_LINE = re.compile(r"(?P<kind>Cluster|Parent|Account|User|QOS)\s+-\s+'?(?P<name>[^':]*)'?(?P<rest>:.*)?")
_BARE = r"(?:[^:/]|/[A-Za-z0-9_-]*(?::[A-Za-z0-9_.-]+(?==))?)*"
"""A colon parts options, but for the one in front of a GRES type: ``gres/gpu:h100=8``."""
_OPTION = re.compile(rf""":(?P<key>[A-Za-z]+)=(?P<value>'[^']*'|"[^"]*"|{_BARE})""")


class Dumped(NamedTuple):
    """One line; names are in lower case."""

    kind: str
    """``cluster``, ``account``, ``user`` or ``qos``."""
    name: str
    parent: str
    """The account above; empty for a cluster and a QOS."""
    location: Location
    settings: tuple[Setting, ...]


def is_dump(text: str) -> bool:
    """Whether a line names a cluster or a QOS as a dump does."""
    return re.search(r"^(Cluster|QOS)\s+-\s", text, re.MULTILINE) is not None


def read_dump(file: str, text: str) -> Iterator[Dumped]:
    """Every line of a dump; those that are none are passed over."""
    parent, top = "", ""
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.match(line)
        if match is None:
            continue
        kind, name = match["kind"].lower(), match["name"].lower()
        if kind == "parent":
            parent = top if name == "root" else name
            continue
        if kind == "cluster":
            top = name
        settings = tuple(_settings(file, number, line, match.start("rest"))) if match["rest"] else ()
        above = parent if kind in {"account", "user"} else ""
        yield Dumped(kind, name, above, Location(file, number, 1), settings)


def _settings(file: str, number: int, line: str, start: int) -> Iterator[Setting]:
    for option in _OPTION.finditer(line, start):
        key, value = option["key"], option["value"]
        at = Location(file, number, option.start("key") + 1)
        yield Setting(key, value.strip("'\""), at, Location(file, number, option.start("value") + 1))
