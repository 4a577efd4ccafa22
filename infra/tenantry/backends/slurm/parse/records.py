"""Records with DEFAULT lines applied and host lists expanded.

Source: src/common/read_config.c, ``_parse_nodename`` and ``_parse_partitionname``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.backends.slurm.parse import codes, values
from tenantry.backends.slurm.parse.site import GresRecord, HostsRecord, Record, Setting, Settings
from tenantry.finding import Finding
from tenantry.model.hostlist import HostList, HostListError

_SAME: Final = {
    "features": "feature",
    "shared": "oversubscribe",
    "files": "file",
    "links": "link",
}
"""Second names of options. Procs is none: CPUs of a DEFAULT line wins over Procs of the line itself."""

MAX_HOSTS: Final = 4 * 65_536
"""In all lines of a file together; a cluster has 65,536 at most, and gres.conf may name a host several times."""

NOT_INHERITED: Final = frozenset({"nodehostname", "nodeaddr", "bcastaddr", "gresconf"})


def with_defaults(records: Iterable[Record]) -> Iterator[Record]:
    """Each record with the options of the DEFAULT lines of its kind before it; DEFAULT lines add up."""
    defaults: dict[str, Settings] = {}
    for record in records:
        options = _merged(record.own, defaults.get(record.kind, Settings()))
        if record.is_default:
            defaults[record.kind] = options
        yield Record(record.kind, record.name, record.own, options, record.location, record.name_location)


class HostReader:
    """Expands the host lists of one file; what cannot be read is a finding and holds no host."""

    def __init__(self, findings: list[Finding]) -> None:
        self._findings = findings
        self._total = 0

    def hosts_record(self, record: Record) -> HostsRecord:
        """The record with its hosts."""
        hosts = HostList() if record.is_default else self._hosts(record)
        return HostsRecord(
            record.kind, record.name, record.own, record.options, record.location, record.name_location, hosts
        )

    def gres_record(self, record: Record) -> GresRecord:
        """A line of gres.conf."""
        hosts = self._hosts(record) if record.kind == "NodeName" else None
        return GresRecord(
            record.kind, record.name, record.own, record.options, record.location, record.name_location, hosts
        )

    def _hosts(self, record: Record) -> HostList:
        try:
            if self._total > MAX_HOSTS:
                raise HostListError("the lines so far name more hosts than any cluster has", "name each host once")
            hosts = values.hosts(record.name)
        except HostListError as problem:
            self._findings.append(codes.HOSTS.at(record.name_location, problem.message, problem.hint))
            return HostList()
        self._total += len(hosts)
        return hosts


def _merged(own: Settings, default: Settings) -> Settings:
    stated = {_name(option) for option in own.all}
    inherited = (option for option in default if _name(option) not in stated | NOT_INHERITED)
    return Settings((*inherited, *own.all))


def _name(option: Setting) -> str:
    key = option.key.lower()
    return _SAME.get(key, key)
