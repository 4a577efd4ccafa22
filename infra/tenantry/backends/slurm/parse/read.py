"""A site's Slurm files, from a disk or from memory, as one :class:`Site`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any, Final

from tenantry.backends.slurm.parse import codes, kinds
from tenantry.backends.slurm.parse.conf import Conf, read_conf
from tenantry.backends.slurm.parse.files import Reader, read_disk, read_mapping
from tenantry.backends.slurm.parse.records import HostReader, with_defaults
from tenantry.backends.slurm.parse.site import Settings, Site
from tenantry.backends.slurm.parse.topology_yaml import read_topology_yaml
from tenantry.finding import Finding, Location

SLURM_CONF: Final = "slurm.conf"


def read_site(path: Path | str, release: str | None = None, read: Reader = read_disk) -> Site:
    """Reads a slurm.conf, of whatever name, or the one in a folder, and gres.conf, cgroup.conf, topology.conf and
    topology.yaml beside it where they are there.

    ``release`` matters for names of included files alone. Raises OSError or ValueError when slurm.conf itself cannot
    be read; for any other file there is a finding.
    """
    chosen = Path(path)
    if chosen.is_dir():
        chosen /= SLURM_CONF
    return _site(str(chosen), read, release)


def read_files(files: Mapping[str, str | bytes], release: str | None = None, name: str = SLURM_CONF) -> Site:
    """The same from memory: file name to content, ``name`` among them or not (the others are then read alone)."""
    return _site(name, read_mapping(files), release, needed=name in files)


def _site(path: str, read: Reader, release: str | None, *, needed: bool = True) -> Site:
    found: dict[str, Any] = {}
    files: list[str] = []
    included: dict[str, Location] = {}
    findings: list[Finding] = []

    def add(conf: Conf) -> None:
        files.extend(conf.files)
        for name, at in conf.included.items():
            included.setdefault(name, at)
        findings.extend(conf.findings)

    if needed:
        conf = read_conf(path, read, kinds.SLURM, release)
        found |= _slurm(conf)
        add(conf)
        if not (conf.settings or conf.records or conf.findings):
            findings.append(
                codes.EMPTY.at(Location(path, 1, 1), "the file holds no setting", "give the file that slurmctld reads")
            )
    folder = PurePath(path).parent
    for name, part in (("gres.conf", _gres), ("cgroup.conf", _cgroup), ("topology.conf", _topology)):
        beside = _beside(str(folder / name), read, _KINDS[name], release, findings)
        if beside is not None:
            found |= part(beside)
            add(beside)
    yaml = str(folder / "topology.yaml")
    text = _text(yaml, read, findings)
    if text is not None:
        files.append(yaml)
        found["topology_yaml"] = read_topology_yaml(yaml, text, findings)
    return Site(path=path, release=release, files=tuple(files), included=included, findings=tuple(findings), **found)


_KINDS: Final = {"gres.conf": kinds.GRES, "cgroup.conf": kinds.CGROUP, "topology.conf": kinds.TOPOLOGY}


def _slurm(conf: Conf) -> dict[str, Any]:
    records = tuple(with_defaults(conf.records))
    hosts = HostReader(conf.findings)
    said = [record for record in records if not record.is_default]
    return {
        "settings": Settings(tuple(conf.settings)),
        "records": records,
        "nodes": tuple(hosts.hosts_record(it) for it in said if it.kind == "NodeName"),
        "partitions": tuple(it for it in said if it.kind == "PartitionName"),
        "node_sets": tuple(it for it in said if it.kind == "NodeSet"),
        "down_nodes": tuple(hosts.hosts_record(it) for it in said if it.kind == "DownNodes"),
    }


def _gres(conf: Conf) -> dict[str, Any]:
    hosts = HostReader(conf.findings)
    return {
        "gres_settings": Settings(tuple(conf.settings)),
        "gres": tuple(hosts.gres_record(record) for record in conf.records),
    }


def _cgroup(conf: Conf) -> dict[str, Any]:
    return {"cgroup": Settings(tuple(conf.settings))}


def _topology(conf: Conf) -> dict[str, Any]:
    return {"topology": tuple(conf.records), "topology_settings": Settings(tuple(conf.settings))}


def _beside(
    name: str, read: Reader, known: Mapping[str, str], release: str | None, findings: list[Finding]
) -> Conf | None:
    if _text(name, read, findings) is None:
        return None
    return read_conf(name, read, known, release)


def _text(name: str, read: Reader, findings: list[Finding]) -> str | None:
    """None for a file that is not there, and for one that cannot be read, which is a finding."""
    try:
        return read(name)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        message = f"{name} cannot be read ({reason}), so what it holds is not judged"
        findings.append(codes.UNREAD.at(Location(name, 1, 1), message, "make it a readable text file"))
        return None
