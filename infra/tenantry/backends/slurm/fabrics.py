"""The topologies of a site's files in one form, whichever file says them: topology.conf has one, topology.yaml many.

Source: topology.conf(5), topology.yaml(5); which of the two counts was tried on 26.05.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tenantry.backends.slurm.parse.members import all_hosts
from tenantry.backends.slurm.parse.site import Record, YamlValue
from tenantry.backends.slurm.stage import Files
from tenantry.finding import Location
from tenantry.model.hostlist import HostList, HostListError

LISTS = {"tree": ("switches", "switch"), "block": ("blocks", "block"), "ring": ("rings", "ring")}
"""Kind of topology to the key of its members in topology.yaml and the key of their names."""
KINDS = {"SwitchName": "tree", "BlockName": "block", "RingName": "ring"}
"""Key of a line of topology.conf to the plugin that reads it."""


@dataclass(frozen=True, slots=True)
class Member:
    """A switch, a block or a ring."""

    name: str
    location: Location
    nodes: str | None
    """As written; None where it names none."""
    children: str | None = None
    """Of a switch."""


@dataclass(frozen=True, slots=True)
class Fabric:
    """One topology."""

    where: str
    """For messages: ``topology.conf``, ``topology 'main'``."""
    kind: str
    """``tree``, ``block`` or ``ring``."""
    members: tuple[Member, ...]
    sizes: tuple[tuple[str, Location], ...] = ()
    """Sizes of blocks as written, each with its place."""
    in_yaml: bool = False


def fabrics(files: Files) -> tuple[Fabric, ...]:
    """What slurmctld reads: topology.yaml, else topology.conf where TopologyPlugin asks for it."""
    if files.site.topology_yaml is not None and files.facts.topology_yaml:
        return tuple(_from_yaml(files.site.topology_yaml))
    kind = plugin(files)
    lines = [it for it in files.site.topology or () if KINDS.get(it.kind) == kind]
    if not lines:
        return ()
    return (Fabric("topology.conf", kind, tuple(map(_member, lines)), tuple(_sizes(files))),)


def plugin(files: Files) -> str:
    """TopologyPlugin without its prefix; empty where it is not set."""
    return files.value("TopologyPlugin").lower().removeprefix("topology/")


def hosts(text: str | None, files: Files) -> HostList:
    """The hosts of ``nodes``; empty for what cannot be read."""
    if text is not None and text.upper() == "ALL":
        return all_hosts(files.site)
    return names(text)


def names(text: str | None) -> HostList:
    """The names of a host list; empty for what cannot be read."""
    try:
        return HostList.parse(text or "", skip_empty=True)
    except HostListError:
        return HostList()


def _member(record: Record) -> Member:
    nodes, children = record.get("Nodes"), record.get("Switches")
    return Member(record.name, record.location, nodes.value if nodes else None, children.value if children else None)


def _sizes(files: Files) -> Iterator[tuple[str, Location]]:
    found = files.site.topology_settings.get("BlockSizes") if files.site.topology_settings else None
    if found is not None:
        yield from ((part.strip(), found.value_location) for part in found.value.split(","))


def _from_yaml(top: YamlValue) -> Iterator[Fabric]:
    for entry in top.items():
        for kind, (list_key, name_key) in LISTS.items():
            body = entry.get(kind)
            if body is None:
                continue
            members = tuple(_yaml_member(it, name_key) for it in listed(body.get(list_key)))
            sizes = tuple((str(it.value), it.location) for it in listed(body.get("block_sizes")))
            yield Fabric(f"topology '{_text(entry, 'topology') or ''}'", kind, members, sizes, in_yaml=True)


def listed(value: YamlValue | None) -> tuple[YamlValue, ...]:
    """The items; slurmctld takes a single value for a list of one."""
    if value is None:
        return ()
    return value.items() if isinstance(value.value, tuple) else (value,)


def _yaml_member(value: YamlValue, name_key: str) -> Member:
    name = _text(value, name_key) or ""
    return Member(name, value.location, _text(value, "nodes"), _text(value, "children"))


def _text(value: YamlValue, key: str) -> str | None:
    """A text; what is written as a list, which is a fault of its own, is read as the text that is meant."""
    found = value.get(key)
    if found is None or found.value is None or isinstance(found.value, dict):
        return None
    return ",".join(str(it.value) for it in listed(found))
