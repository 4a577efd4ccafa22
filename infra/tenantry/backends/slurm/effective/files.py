"""What files say: a site's own, or those that were rendered, as things and their fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.backends.slurm.effective import fabric
from tenantry.backends.slurm.effective.devices import by_host
from tenantry.backends.slurm.effective.spread import spread
from tenantry.backends.slurm.effective.table import canonical, inherited
from tenantry.backends.slurm.effective.things import Fields, Kind, Said, Seen, Thing
from tenantry.backends.slurm.parse.members import all_hosts, partition_hosts
from tenantry.backends.slurm.parse.site import GresRecord, Record, Setting, Settings, Site, YamlValue

_JOINED: Final = frozenset({"slurmctldhost", "prolog", "epilog", "prologslurmctld", "epilogslurmctld"})
_NO_SETTING: Final = frozenset({"nodename", "partitionname", "nodeset", "downnodes", "include"})


def read(site: Site) -> Seen:
    """The configuration that slurmctld would read from these files."""
    found: dict[Thing, Fields] = {}
    kinds: set[Kind] = set()
    if site.path in site.files:
        kinds |= {Kind.CONFIG, Kind.PARTITION, Kind.NODE}
        config = found[Thing(Kind.CONFIG)] = _settings(site.settings)
        found |= {Thing(Kind.PARTITION, it.name): inherited(config, _partition(site, it)) for it in site.partitions}
        found |= dict(_nodes(site))
    if site.cgroup is not None:
        kinds.add(Kind.CGROUP)
        found[Thing(Kind.CGROUP)] = _settings(site.cgroup)
    if site.gres_settings is not None:
        kinds.add(Kind.GRES)
        found |= dict(_gres(site))
    if site.topology is not None:
        kinds.add(Kind.TOPOLOGY)
        found |= {Thing(Kind.TOPOLOGY, it.name): _options(it.options) for it in site.topology}
    if site.topology_yaml is not None:
        kinds.add(Kind.TOPOLOGY)
        found |= dict(_fabric(site.topology_yaml))
    return Seen(found, frozenset(kinds))


def _settings(settings: Settings) -> Fields:
    fields = dict(_options(it for it in settings if it.key.lower() not in _NO_SETTING))
    for key in _JOINED & fields.keys():
        every = settings.occurrences(fields[key].key)
        fields[key] = _said(every[-1], ",".join(it.value for it in every))
    return fields


def _options(options: Iterable[Setting]) -> Fields:
    return {canonical(it.key): _said(it) for it in options}


def _said(setting: Setting, value: str | None = None) -> Said:
    return Said(setting.key, setting.value if value is None else value, (), setting.value_location)


def _partition(site: Site, record: Record) -> Fields:
    fields = dict(_options(record.options))
    nodes = record.get("Nodes")
    if nodes is not None:
        fields["nodes"] = _said(nodes, str(partition_hosts(site, record)))
    return fields


def _nodes(site: Site) -> Iterator[tuple[Thing, Fields]]:
    for record in site.nodes:
        said = _options(record.options)
        plain = {key: it.value for key, it in said.items()}
        for host, options in spread(record.hosts, plain):
            yield (
                Thing(Kind.NODE, host),
                {key: Said(said[key].key, value, (), said[key].location) for key, value in options.items()},
            )


def _gres(site: Site) -> Iterator[tuple[Thing, Fields]]:
    everywhere = site.gres_settings.value("AutoDetect") if site.gres_settings else ""
    hosts = all_hosts(site)
    lines = [(hosts if it.hosts is None else it.hosts, _gres_line(it)) for it in site.gres]
    if everywhere:
        lines.append((hosts, {"autodetect": everywhere}))
    places = {host: record.location for record in site.gres for host in (record.hosts or hosts)}
    for host, fields in by_host(lines).items():
        yield (
            Thing(Kind.GRES, host),
            {canonical(key): Said(key, value, (), places.get(host)) for key, value in fields.items()},
        )


def _fabric(yaml: YamlValue) -> Iterator[tuple[Thing, Fields]]:
    places = [it.location for it in yaml.items()]
    for at, thing, fields in fabric.things(yaml.plain()):
        yield thing, {canonical(key): Said(key, value, (), places[at]) for key, value in fields.items()}


def _gres_line(record: GresRecord) -> dict[str, str]:
    line = {it.key.lower(): it.value for it in record.options}
    return line | ({record.kind.lower(): record.name} if record.hosts is None else {})
