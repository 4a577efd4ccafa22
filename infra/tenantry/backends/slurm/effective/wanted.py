"""What a document wants of slurm.conf and the files beside it, thing by thing: the very lines that are rendered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tenantry.backends.slurm.devices import Line
from tenantry.backends.slurm.effective import fabric, reasons
from tenantry.backends.slurm.effective.devices import by_host
from tenantry.backends.slurm.effective.spread import spread
from tenantry.backends.slurm.effective.table import canonical, defaults, inherited
from tenantry.backends.slurm.effective.things import Fields, Kind, Said, Thing, Wanted
from tenantry.backends.slurm.keys import WRITTEN
from tenantry.backends.slurm.nodes import gres_lines, node_lines
from tenantry.backends.slurm.partitions import partition_lines
from tenantry.backends.slurm.policy import sections, site
from tenantry.backends.slurm.scope import Scope
from tenantry.backends.slurm.topology import conf_lines, yaml_topologies
from tenantry.backends.slurm.view import FENCES
from tenantry.finding import Path
from tenantry.model.hostlist import HostList

_DECIDED: Final[Mapping[Kind, frozenset[str]]] = {
    Kind.CONFIG: WRITTEN["settings"],
    Kind.CGROUP: WRITTEN["cgroup"],
    Kind.PARTITION: WRITTEN["partitions"],
    Kind.NODE: WRITTEN["nodes"],
}


def wanted(scope: Scope) -> Wanted:
    """Everything the document says of the cluster's configuration; expects a valid document."""
    found: dict[Thing, Fields] = {}
    paths: dict[Thing, Path] = {}
    for thing, path, fields in _things(scope):
        found[thing] = _complete(thing.kind, fields, path, whole=scope.whole)
        paths[thing] = path
    elsewhere: dict[str, Path] = {
        host: ("pools", pool.name, "owner")
        for pool in scope.resolved.pools.values()
        if pool not in scope.pools
        for host in pool.hosts
    }
    return Wanted(found, paths, _DECIDED, scope.whole, elsewhere)


def _things(scope: Scope) -> Iterator[tuple[Thing, Path, Fields]]:
    config = _config(scope)
    yield Thing(Kind.CONFIG), ("slurm",), config
    if scope.whole:
        yield Thing(Kind.CGROUP), ("slurm", "cgroup"), _cgroup(scope)
    flavors = [flavor for flavor in scope.flavors if len(scope.hosts(flavor))]
    for flavor, line in zip(flavors, partition_lines(scope), strict=True):
        thing = Thing(Kind.PARTITION, line["PartitionName"])
        fields = _fields((key, value, reasons.of_partition(scope, flavor, key)) for key, value in line.items())
        yield thing, ("flavors", flavor), inherited(config, fields)
    yield from _nodes(scope)
    yield from _gres(scope)
    if scope.facts.topology_yaml:
        for _, thing, told in fabric.things(yaml_topologies(scope)):
            path = ("topologies", thing.name.split("/")[0])
            yield thing, path, _fields((key, value, path) for key, value in told.items())
        return
    for line in conf_lines(scope):
        first = next(iter(line))
        if first in {"SwitchName", "BlockName"}:
            yield Thing(Kind.TOPOLOGY, line[first]), ("topologies",), _fields(_with(line, ("topologies",)))


def _config(scope: Scope) -> Fields:
    passed = scope.target.settings
    everything = {key: value for keys in sections(scope).values() for key, value in keys.items()} | dict(site(scope))
    return _fields((key, value, reasons.of_setting(key, passed)) for key, value in everything.items())


def _cgroup(scope: Scope) -> Fields:
    own = {key: str(value) for key, value in scope.target.cgroup.items()}
    return _fields((key, value, ("slurm", "cgroup", key)) for key, value in (dict(FENCES) | own).items())


def _nodes(scope: Scope) -> Iterator[tuple[Thing, Path, Fields]]:
    for pool, line in zip(scope.pools, node_lines(scope), strict=True):
        whys = {key: reasons.of_node(scope, pool, key) for key in line}
        for host, options in spread(pool.hosts, line):
            fields = _fields((key, value, whys[key]) for key, value in options.items() if key != "NodeName")
            yield Thing(Kind.NODE, host), ("pools", pool.name, "hosts"), fields


def _gres(scope: Scope) -> Iterator[tuple[Thing, Path, Fields]]:
    owners = {host: pool for pool in scope.pools for host in pool.hosts}
    lines = ((HostList.parse(line["NodeName"]), {**line}) for line in gres_lines(scope))
    for host, fields in by_host(lines).items():
        path = ("flavors", owners[host].flavor, "gpu")
        said = _fields((key, value, path) for key, value in fields.items())
        yield Thing(Kind.GRES, host), path, said


def _with(line: Line, path: Path) -> Iterator[tuple[str, str, Path]]:
    return ((key, value, path) for key, value in list(line.items())[1:])


def _fields(said: Iterable[tuple[str, str, Path]]) -> Fields:
    return {canonical(key): Said(key, value, path) for key, value, path in said if key != "PartitionName"}


def _complete(kind: Kind, fields: Fields, path: Path, *, whole: bool) -> Fields:
    """The fields and, for what Slurm decides where nobody does, its default: all of them in a file that is the
    document's as a whole, else those that the document decides."""
    decided = _DECIDED.get(kind, frozenset())
    unset = {
        low: Said(key, value, path)
        for low, (key, value) in defaults(kind).items()
        if low not in fields and (whole or low in decided)
    }
    return unset | dict(fields)
