"""Every key of a site's files with the table it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tenantry.backends.slurm.parameters.table import (
    CGROUP_CONF,
    GRES_CONF,
    RECORDS,
    SLURM_CONF,
    TOPOLOGY_CONF,
    Parameter,
    parameters,
)
from tenantry.backends.slurm.parse.site import Record, Setting, Site


class Occurrence(NamedTuple):
    """One key as it stands in a file."""

    setting: Setting
    where: str
    """For a message: ``slurm.conf``, ``a NodeName line``."""
    table: Mapping[str, Parameter]

    @property
    def parameter(self) -> Parameter | None:
        """What is known about the key; None for one that no release knows."""
        return self.table.get(self.setting.key.lower())


def occurrences(site: Site) -> Iterator[Occurrence]:
    """Those of slurm.conf and its records, gres.conf, cgroup.conf and topology.conf, each as often as it stands there.

    A record's own options only: what a DEFAULT line says is told once, where it stands.
    """
    yield from _settings(site.settings.all, SLURM_CONF, SLURM_CONF)
    for record in site.records:
        if table := RECORDS.get(record.kind):
            yield from _settings(record.own.all, f"a {record.kind} line", table)
    yield from _settings(site.gres_settings.all if site.gres_settings else (), GRES_CONF, GRES_CONF)
    # Only a line that starts with NodeName is about nodes: none is read behind another key.
    behind = {key: it for key, it in parameters(GRES_CONF).items() if key != "nodename"}
    for line in site.gres:
        yield from _known(line.own.all, f"a {line.kind} line of {GRES_CONF}", behind)
    yield from _settings(site.cgroup.all if site.cgroup else (), CGROUP_CONF, CGROUP_CONF)
    yield from _settings(site.topology_settings.all if site.topology_settings else (), TOPOLOGY_CONF, TOPOLOGY_CONF)
    yield from _records(site.topology or (), TOPOLOGY_CONF)


def _records(records: Iterable[Record], table: str) -> Iterator[Occurrence]:
    for record in records:
        yield from _settings(record.own.all, table, table)


def _settings(settings: Iterable[Setting], where: str, table: str) -> Iterator[Occurrence]:
    return _known(settings, where, parameters(table))


def _known(settings: Iterable[Setting], where: str, known: Mapping[str, Parameter]) -> Iterator[Occurrence]:
    return (Occurrence(setting, where, known) for setting in settings)
