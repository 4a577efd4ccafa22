"""What nodes have, as ``slurmd -C`` prints it on each of them; kept beside slurm.conf in files ``*.hardware``.

Source: slurmd(8), -C: a NodeName line and an UpTime line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tenantry.backends.slurm.parse import kinds
from tenantry.backends.slurm.parse.conf import read_conf
from tenantry.backends.slurm.parse.files import read_mapping
from tenantry.backends.slurm.parse.records import HostReader
from tenantry.backends.slurm.parse.site import HostsRecord
from tenantry.finding import Finding

SUFFIX = ".hardware"


@dataclass(frozen=True, slots=True)
class Hardware:
    """The lines of all files."""

    nodes: tuple[HostsRecord, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What could not be read."""

    def of(self) -> dict[str, HostsRecord]:
        """Host to what it has; the last line about one counts."""
        return {host: node for node in self.nodes for host in node.hosts}


def read_hardware(files: Mapping[str, str]) -> Hardware:
    """From file name to text."""
    nodes: list[HostsRecord] = []
    findings: list[Finding] = []
    for name in sorted(files):
        conf = read_conf(name, read_mapping(files), kinds.SLURM)
        hosts = HostReader(conf.findings)
        nodes += [hosts.hosts_record(it) for it in conf.records if it.kind == "NodeName"]
        findings += conf.findings
    return Hardware(tuple(nodes), tuple(findings))
