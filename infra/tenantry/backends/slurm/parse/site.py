"""What a site's Slurm files say: every value as typed, with its place. Typed readings are in ``values``.

Keys know no upper and lower case, and lookups here take any spelling; host, partition and switch names do know it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tenantry.finding import Finding, Location
from tenantry.model.hostlist import HostList


@dataclass(frozen=True, slots=True)
class Setting:
    """One ``key=value``, alone on its line or an option of a record."""

    key: str
    """As typed."""
    value: str
    """Without the quotes around it and with escapes resolved, as slurmctld's parser hands it on."""
    location: Location
    """Where the key stands."""
    value_location: Location
    """Where the value stands, its quotes included."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one file and what it includes, in the order read."""

    all: tuple[Setting, ...] = ()
    """Every occurrence; of a key given twice Slurm takes the last."""
    _last: Mapping[str, Setting] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_last", {setting.key.lower(): setting for setting in self.all})

    def get(self, key: str) -> Setting | None:
        """The occurrence that counts: the last."""
        return self._last.get(key.lower())

    def value(self, key: str, default: str = "") -> str:
        """The value that counts, or ``default`` where the key is not set."""
        found = self.get(key)
        return default if found is None else found.value

    def occurrences(self, key: str) -> tuple[Setting, ...]:
        """All of them, in the order read."""
        return tuple(setting for setting in self.all if setting.key.lower() == key.lower())

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key.lower() in self._last

    def __iter__(self) -> Iterator[Setting]:
        """Each key once, with the occurrence that counts."""
        return iter(self._last.values())

    def __len__(self) -> int:
        return len(self._last)


@dataclass(frozen=True, slots=True)
class Record:
    """One line that describes one thing: ``NodeName=... Gres=...``."""

    kind: str
    """The key that the line starts with, in the man page's spelling: ``NodeName``, ``PartitionName``, ``Name``."""
    name: str
    """The value of that key, as typed: ``gpu[001-008]``."""
    own: Settings
    """The options that the line itself has, the first key left out; a key given twice is there twice."""
    options: Settings
    """``own`` and, below it, what earlier DEFAULT lines of the same kind say."""
    location: Location
    """Where the line starts, which is where its first key stands."""
    name_location: Location
    """Where ``name`` stands."""

    @property
    def is_default(self) -> bool:
        """Whether the line describes nothing, but sets defaults for the lines of its kind after it."""
        return self.kind in {"NodeName", "PartitionName"} and self.name.upper() == "DEFAULT"

    def get(self, key: str) -> Setting | None:
        """The option that counts, from the line or a DEFAULT line."""
        return self.options.get(key)

    def value(self, key: str, default: str = "") -> str:
        """The value that counts, or ``default``."""
        return self.options.value(key, default)


@dataclass(frozen=True, slots=True)
class HostsRecord(Record):
    """A record about hosts: NodeName of slurm.conf and of gres.conf, DownNodes."""

    hosts: HostList = field(default_factory=HostList)
    """Empty where ``name`` cannot be read (a finding says so), and for a DEFAULT line."""


@dataclass(frozen=True, slots=True)
class GresRecord(Record):
    """One line of gres.conf; ``kind`` is its first key, NodeName, Name or another, and ``own`` holds the others."""

    hosts: HostList | None = None
    """None: the line speaks about every node that reads the file. Empty where NodeName cannot be read."""


@dataclass(frozen=True, slots=True)
class YamlValue:
    """A scalar, list or map of topology.yaml with its place."""

    value: Any
    """str (a number with a point too), int, bool or None; ``tuple[YamlValue, ...]``; or ``dict[str, YamlValue]``."""
    location: Location
    """Where the value starts."""
    keys: Mapping[str, Location] = field(default_factory=dict)
    """Of a map: where each key stands."""

    def plain(self) -> Any:
        """The same as lists, dicts and scalars."""
        if isinstance(self.value, dict):
            return {key: value.plain() for key, value in self.value.items()}
        if isinstance(self.value, tuple):
            return [value.plain() for value in self.value]
        return self.value

    def get(self, key: str) -> YamlValue | None:
        """The entry of a map; None for any other value, too."""
        return self.value.get(key) if isinstance(self.value, dict) else None

    def items(self) -> tuple[YamlValue, ...]:
        """The items of a list; none for any other value."""
        return self.value if isinstance(self.value, tuple) else ()


@dataclass(frozen=True, slots=True)
class Site:
    """Everything read from a slurm.conf and from the files beside it."""

    path: str
    """slurm.conf as the reader was given it."""
    release: str | None = None
    """``24.11``, where the reader was told."""
    files: tuple[str, ...] = ()
    """Every file read, included ones too, in the order opened; names as they stand in locations."""
    included: Mapping[str, Location] = field(default_factory=dict)
    """Included file to where the first line that includes it names it."""

    settings: Settings = field(default_factory=Settings)
    """slurm.conf; keys that start a record are not among them."""
    records: tuple[Record, ...] = ()
    """Every record of slurm.conf in the order read, DEFAULT lines among them, and those with no field of their own."""
    nodes: tuple[HostsRecord, ...] = ()
    """NodeName, DEFAULT lines left out (they are in ``records``) and applied."""
    partitions: tuple[Record, ...] = ()
    """PartitionName, DEFAULT lines left out and applied; see ``members.partition_hosts``."""
    node_sets: tuple[Record, ...] = ()
    """NodeSet, with ``Nodes`` or ``Feature``."""
    down_nodes: tuple[HostsRecord, ...] = ()

    gres_settings: Settings | None = None
    """Settings of gres.conf that stand alone (``AutoDetect=nvml``); None where there is no gres.conf."""
    gres: tuple[GresRecord, ...] = ()
    cgroup: Settings | None = None
    """None where there is no cgroup.conf."""
    topology: tuple[Record, ...] | None = None
    """topology.conf: SwitchName, BlockName, RingName; None where there is no such file."""
    topology_settings: Settings | None = None
    """Settings of topology.conf that stand alone (``BlockSizes=4,8``); None where there is no such file."""
    topology_yaml: YamlValue | None = None
    """None where there is no topology.yaml, or it is not YAML (a finding says so)."""

    findings: tuple[Finding, ...] = ()
    """What could not be read, or is read differently from how it looks; each with its place."""
