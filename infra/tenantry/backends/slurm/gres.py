"""GPUs that slurm.conf promises and gres.conf delivers, host by host.

Source: gres.conf(5); src/interfaces/gres.c, ``_merge_gres2``; tried on 22.05, 24.11 and 26.05.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tenantry.backends.slurm.parse.site import GresRecord, HostsRecord, Setting, Site
from tenantry.backends.slurm.parse.values import Gres, gres
from tenantry.model.hostlist import HostList, HostListError
from tenantry.model.problem import ValueProblem

GPU = "gpu"
_BRACKETS = re.compile(r"(?P<head>[^\[\]]*)(?P<group>\[[^\[\]]*\])(?P<tail>[^\[\]]*)")
_ELEMENT = re.compile(r"(?:[^,\[]|\[[^\]]*\])+")


def promised(node: HostsRecord) -> tuple[Setting, tuple[Gres, ...]] | None:
    """The Gres of a node line; None where there is none, or one that cannot be read (another rule says so)."""
    setting = node.get("Gres")
    if setting is None:
        return None
    try:
        return setting, gres(setting.value)
    except ValueProblem:
        return None


def device_files(text: str) -> list[str] | None:
    """The files of ``File=/dev/nvidia[0-3],/dev/nvidia5``; None where it cannot be read."""
    found: list[str] = []
    for element in _ELEMENT.findall(text):
        match = _BRACKETS.fullmatch(element)
        if match is None:
            if "[" in element or "]" in element:
                return None
            found.append(element)
            continue
        try:
            numbers = HostList.parse(f"n{match['group']}")
        except HostListError:
            return None
        found += [f"{match['head']}{name[1:]}{match['tail']}" for name in numbers]
    return found


@dataclass(frozen=True, slots=True)
class Delivered:
    """One line of gres.conf about GPUs."""

    record: GresRecord
    type: str
    """Empty for a line without Type."""
    files: tuple[str, ...]
    """Of a line with MultipleFiles those of its one device; empty where none is named or they cannot be read."""
    devices: int
    """0 for a line that names no file: Slurm passes over a GPU without one."""

    @property
    def count(self) -> Setting | None:
        """Where the line says how many there are."""
        return self.record.options.get("Count")


def name_of(record: GresRecord) -> str:
    """The Name of a line of gres.conf, whichever key stands first."""
    return record.name if record.kind == "Name" else record.value("Name")


def speak_of_one_node(one: GresRecord, other: GresRecord) -> bool:
    """Whether two lines of gres.conf are about some node together; one without NodeName is about all."""
    return one.hosts is None or other.hosts is None or not one.hosts.isdisjoint(other.hosts)


def delivered(record: GresRecord) -> Delivered:
    """A line about GPUs as devices."""
    several = record.get("MultipleFiles")
    setting = several or record.get("File") or record.get("Files")
    files = tuple(device_files(setting.value) or ()) if setting else ()
    return Delivered(record, record.value("Type"), files, 1 if several else len(files))


@dataclass(frozen=True, slots=True)
class Kind:
    """The hosts of one node line that gres.conf treats alike."""

    node: HostsRecord
    setting: Setting
    gpus: tuple[Gres, ...]
    hosts: HostList
    lines: tuple[Delivered, ...]


def kinds(site: Site) -> Iterator[Kind]:
    """Hosts with GPUs whose devices are named in a gres.conf, not detected; none where there is no gres.conf."""
    if site.gres_settings is None:
        return
    everywhere, by_host = _speaking(site)
    lines = [delivered(it) for it in site.gres]
    for node in site.nodes:
        found = promised(node)
        gpus = tuple(it for it in found[1] if it.name == GPU) if found else ()
        if not found or not gpus:
            continue
        alike: dict[tuple[int, ...], list[str]] = {}
        for host in node.hosts:
            alike.setdefault(tuple(sorted([*everywhere, *by_host.get(host, [])])), []).append(host)
        for about, hosts in alike.items():
            if not _detected(site, [site.gres[at] for at in about]):
                named = tuple(lines[at] for at in about if name_of(site.gres[at]) == GPU)
                yield Kind(node, found[0], gpus, HostList(hosts), named)


def _speaking(site: Site) -> tuple[list[int], dict[str, list[int]]]:
    """The lines of gres.conf about every node, and those about each host, by their number."""
    everywhere: list[int] = []
    by_host: dict[str, list[int]] = {}
    for at, record in enumerate(site.gres):
        if record.hosts is None:
            everywhere.append(at)
        for host in record.hosts or ():
            by_host.setdefault(host, []).append(at)
    return everywhere, by_host


def _detected(site: Site, lines: Iterable[GresRecord]) -> bool:
    """Whether GPUs are found by AutoDetect: the last line that names the node counts, then the setting for all."""
    chosen = site.gres_settings.value("AutoDetect") if site.gres_settings else ""
    for record in lines:
        if record.hosts is not None:
            chosen = record.value("AutoDetect", chosen)
    return chosen.lower() not in {"", "off"}
