"""gres.conf host by host: what each device line says, however the lines are spread over hosts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tenantry.backends.slurm.gres import device_files
from tenantry.model.hostlist import HostList

_SPELLED: Final[Mapping[str, str]] = {
    "file": "File",
    "multiplefiles": "MultipleFiles",
    "cores": "Cores",
    "cpus": "Cores",
    "count": "Count",
    "flags": "Flags",
    "link": "Links",
    "links": "Links",
}
_FILES: Final = frozenset({"file", "multiplefiles"})
_LEFT_OUT: Final = frozenset({"nodename", "name", "type", "autodetect"})
_SLASH: Final = "_._"
"""Stands for ``/`` where files are folded as hosts are."""


def by_host(lines: Iterable[tuple[HostList, Mapping[str, str]]]) -> dict[str, dict[str, str]]:
    """Host to its fields: ``AutoDetect``, and for every name and type of device a field with its lines, sorted."""
    found: dict[str, dict[str, list[str]]] = {}
    for hosts, line in lines:
        said = _fields({key.lower(): value for key, value in line.items()})
        for host in hosts:
            fields = found.setdefault(host, {})
            for key, value in said.items():
                fields.setdefault(key, []).append(value)
    return {host: {key: "; ".join(sorted(each)) for key, each in fields.items()} for host, fields in found.items()}


def _fields(line: Mapping[str, str]) -> dict[str, str]:
    found = {"AutoDetect": line["autodetect"]} if line.get("autodetect", "off").lower() != "off" else {}
    if name := line.get("name", ""):
        what = f"{name}:{line['type']}" if line.get("type") else name
        rest = {_SPELLED.get(key, key): _value(key, value) for key, value in line.items() if key not in _LEFT_OUT}
        found[what] = " ".join(f"{key}={value}" for key, value in sorted(rest.items()))
    return found


def _value(key: str, value: str) -> str:
    files = device_files(value) if key in _FILES else None
    return str(HostList(it.replace("/", _SLASH) for it in files)).replace(_SLASH, "/") if files else value
