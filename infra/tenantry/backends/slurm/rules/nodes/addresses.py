"""Addresses and ports of nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tenantry.backends.slurm.parse.values import hosts
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.hostlist import HostListError

_LISTS: Final = {"NodeAddr": "22.05", "NodeHostname": "23.02", "Port": "22.05"}
"""Each with the first release that refuses it (22.05 takes too few NodeHostname; tried)."""


@rule("SLF309", Severity.ERROR, FILES)
def slurm_addresses_of_other_number(files: Files) -> Iterator[Problem]:
    """A node line has more or fewer addresses, host names or ports than nodes.

    What it does:
        Expands NodeAddr, NodeHostname and Port of every node line and counts them: one, or as many as there are nodes.

    Why:
        slurmctld ends on it.

    Example:
        # slurm.conf
        NodeName=n[01-04] NodeAddr=10.0.0.[1-3] CPUs=4
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        NodeName=n[01-04] NodeAddr=10.0.0.[1-4] CPUs=4
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), NodeAddr, NodeHostname, Port; tried on 22.05, 24.11 and 26.05: "NodeAddr count must equal that of
        NodeName records or there must be no more than one".
    """
    for node in files.site.nodes:
        there = len(node.hosts) + len(node.hosts.repeated)
        for key, since in _LISTS.items():
            setting = node.get(key)
            found = _number(setting.value) if setting and there and files.release >= since else 1
            if setting and found not in {0, 1, there}:
                message = f"{key} has {found} entries for {there} node{'s' if there > 1 else ''}"
                yield problem(setting.value_location, message, f"write {f'one or {there}' if there > 1 else 'one'}")


def _number(text: str) -> int:
    """Entries of a list; 0 for one that cannot be read as a host list, as an IPv6 address cannot."""
    try:
        found = hosts(f"p{text}")
    except HostListError:
        return 0
    return len(found) + len(found.repeated)
