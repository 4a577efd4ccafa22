"""What ``scontrol show`` prints, as things and their fields.

The text forms are read on every release: the JSON of 24.11 has no Default, PreemptMode, RootOnly or ReqResv of a
partition, and that of `show config` came with 26.05.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from tenantry.backends.slurm.effective.counted import with_counts
from tenantry.backends.slurm.effective.table import canonical
from tenantry.backends.slurm.effective.things import Fields, Kind, Said, Seen, Thing
from tenantry.backends.slurm.live.commands import Commands, UnreachableError

CONFIG: Final = ("scontrol", "show", "config")
PARTITIONS: Final = ("scontrol", "-o", "show", "partition")
NODES: Final = ("scontrol", "-o", "show", "node")
COMMANDS: Final = (CONFIG, PARTITIONS, NODES)
"""Everything that is run; none of them changes anything."""

_SETTING: Final = re.compile(r"(\w+)(?:\[\d+\])?\s*= ?(.*)")
_PAIR: Final = re.compile(r"(?:\A|(?<=\s))([A-Za-z][A-Za-z_]*)=(\S*)")
_STARTS: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    CONFIG: ("Configuration data as of ",),
    PARTITIONS: ("PartitionName=", "No partitions in the system"),
    NODES: ("NodeName=", "No nodes in the system"),
}
"""How an answer starts; what starts otherwise is not read as an empty cluster."""
_CGROUP: Final = "Cgroup Support Configuration"
_RENAMED: Final = {"cputot": "CPUs", "availablefeatures": "Feature"}
"""What a node calls what its NodeName line calls otherwise."""
_JOINED: Final = frozenset({"slurmctldhost", "prolog", "epilog", "prologslurmctld", "epilogslurmctld"})
"""Settings that are printed once for each value."""


def observe(commands: Commands) -> Seen:
    """The configuration of a running slurmctld; raises UnreachableError where it does not answer."""
    config, partitions, nodes = (answer(commands, command) for command in COMMANDS)
    settings, cgroup = _config(config)
    found: dict[Thing, Fields] = {Thing(Kind.CONFIG): settings}
    kinds = {Kind.CONFIG, Kind.PARTITION, Kind.NODE}
    if cgroup:
        found[Thing(Kind.CGROUP)] = cgroup
        kinds.add(Kind.CGROUP)
    found |= {Thing(Kind.PARTITION, name): fields for name, fields in _records(partitions, "PartitionName")}
    tracked = _tracked(settings)
    found |= {Thing(Kind.NODE, name): with_counts(fields, tracked) for name, fields in _records(nodes, "NodeName")}
    return Seen(found, frozenset(kinds), partial=True)


def release(seen: Seen) -> str:
    """``24.11``, as slurmctld says it; empty where it does not."""
    said = seen.things.get(Thing(Kind.CONFIG), {}).get("slurm_version")
    match = re.match(r"(\d+)\.(\d+)", said.value) if said else None
    return f"{int(match[1]):02d}.{int(match[2]):02d}" if match else ""


def answer(commands: Commands, command: tuple[str, ...]) -> str:
    """What a command printed; raises UnreachableError where it failed, or printed something else."""
    said = commands.run(command)
    if said.code != 0:
        why = (said.err or said.out).strip().splitlines()
        raise UnreachableError(
            f"{' '.join(command)} on {commands.where} ended with {said.code}: {why[0] if why else 'no word'}"
        )
    if not (said.out or said.err).lstrip().startswith(_STARTS[command]):
        raise UnreachableError(f"{' '.join(command)} on {commands.where} printed nothing that can be read")
    return said.out


def _tracked(settings: Fields) -> frozenset[str]:
    said = settings.get("accountingstoragetres")
    return frozenset(said.value.lower().split(",")) if said else frozenset()


def _config(text: str) -> tuple[Fields, Fields]:
    settings: dict[str, Said] = {}
    cgroup: dict[str, Said] = {}
    into = settings
    for line in text.splitlines():
        if line.startswith(_CGROUP):
            into = cgroup
        elif line.endswith(":") and "=" not in line:
            into = {}  # a section of a plugin's own
        elif match := _SETTING.fullmatch(line.rstrip()):
            _put(into, match[1], match[2].strip())
    return settings, cgroup


def _put(into: dict[str, Said], key: str, value: str) -> None:
    low = canonical(key)
    if low in _JOINED and low in into:
        value = f"{into[low].value},{value}"
    into[low] = Said(key, value)
    if low == "jobdefaults":
        into.update(_job_defaults(value))


def _records(text: str, first: str) -> Iterator[tuple[str, Fields]]:
    for line in text.splitlines():
        pairs = _PAIR.findall(line)
        if not pairs or pairs[0][0] != first:
            continue
        fields: dict[str, Said] = {}
        for key, value in pairs[1:]:
            name = _RENAMED.get(key.lower(), key)
            # The first counts: what people write freely (Comment, Reason) stands behind.
            fields.setdefault(canonical(name), Said(name, value))
        if "jobdefaults" in fields:
            fields |= _job_defaults(fields["jobdefaults"].value)
        if "exclusive" in fields:
            fields["exclusiveuser"] = Said("ExclusiveUser", "YES" if fields["exclusive"].value == "USER" else "NO")
        yield pairs[0][1], fields


def _job_defaults(value: str) -> dict[str, Said]:
    pairs = (item.partition("=") for item in value.split(",") if "=" in item)
    return {key.lower(): Said(key, amount) for key, _, amount in pairs}
