"""A site's files written again: other bytes, the same meaning. Comments and the division into files are not kept."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tenantry.backends.slurm.parse.lines import SPACE
from tenantry.backends.slurm.parse.site import Record, Settings, Site
from tenantry.emit import to_yaml

_ESCAPED = re.compile(r"[\\#]")
_WRAPPED = re.compile(r'"[^"]*"')


def write(site: Site) -> dict[str, str]:
    """File name to text for each file that was read, includes written into the file that has them."""
    files: dict[str, str] = {}
    if site.settings.all or site.records:
        files["slurm.conf"] = _text(site.settings, site.records)
    if site.gres_settings is not None:
        files["gres.conf"] = _text(site.gres_settings, site.gres)
    if site.cgroup is not None:
        files["cgroup.conf"] = _text(site.cgroup, ())
    if site.topology is not None:
        files["topology.conf"] = _text(site.topology_settings or Settings(), site.topology)
    if site.topology_yaml is not None:
        files["topology.yaml"] = to_yaml(site.topology_yaml.plain())
    return files


def _text(settings: Settings, records: Iterable[Record]) -> str:
    lines = [_line([(setting.key, setting.value)]) for setting in settings.all]
    for record in records:
        options = [(option.key, option.value) for option in record.own.all]
        lines.append(_line([(record.kind, record.name), *options]))
    return "".join(f"{line}\n" for line in lines)


def _line(pairs: list[tuple[str, str]]) -> str:
    # Beside a value with a quote in it, which opens no quoted value only because of what follows, all are quoted.
    everything = any('"' in value for _, value in pairs)
    return " ".join(f"{key}={_written(value, quoted=everything)}" for key, value in pairs)


def _written(value: str, *, quoted: bool) -> str:
    """A value as the parser reads it back; raises ValueError for one that no file can hold."""
    spaced = not value or any(char in SPACE for char in value)
    if "\n" in value or "\0" in value or (spaced and '"' in value) or _WRAPPED.fullmatch(value):
        raise ValueError(f"{value!a} cannot stand in a file of Slurm's")
    escaped = _ESCAPED.sub(r"\\\g<0>", value)
    return f'"{escaped}"' if spaced or (quoted and '"' not in value) else escaped
