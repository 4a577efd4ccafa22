"""Spellings of host lists that not every release reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Location, Severity

_NAME = re.compile(r"(?:\[[^\]]*\]|[^,\[\]])+")
"""One item of a host list: commas inside brackets do not end it."""


@rule("SLF306", Severity.ERROR, FILES)
def slurm_text_after_brackets(files: Files) -> Iterator[Problem]:
    """A host list goes on after its last bracket, which this release does not read.

    What it does:
        Looks for text after the last bracket in the names of nodes and in Nodes of partitions, node sets and
        topologies, for releases that refuse it.

    Why:
        slurmctld 22.05 ends on it; in a node set it passes over the hosts without a word.

    Example:
        # slurm.conf of 22.05
        NodeName=b[1-2]n3 CPUs=4
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf of 22.05
        NodeName=b[1-2]n[3] CPUs=4
        PartitionName=batch Nodes=ALL

    Sources:
        src/common/hostlist.c; tried: "Unable to create NodeName list from b[1-2]n3" on 22.05, taken on 24.11 and 26.05.
    """
    if files.facts.text_after_brackets:
        return
    for text, location in _lists(files):
        for name in _NAME.findall(text):
            last = name.rpartition("]")[2]
            if "]" in name and last:
                message = f"Slurm {files.release} does not read '{name}': text follows the last bracket"
                yield problem(location, message, f"write {_bracketed(name, last)}")


def _bracketed(text: str, last: str) -> str:
    """The same hosts with a bracket around the number at the end; each by its name where there is none."""
    number = re.search(r"[0-9]+$", last)
    return f"'{text[: -len(number.group())]}[{number.group()}]'" if number else "each host by its name"


def _lists(files: Files) -> Iterator[tuple[str, Location]]:
    for record in (*files.site.nodes, *files.site.down_nodes):
        yield record.name, record.name_location
    for line in files.site.gres:
        if line.kind == "NodeName":
            yield line.name, line.name_location
    for other in (*files.site.partitions, *files.site.node_sets, *(files.site.topology or ())):
        if (nodes := other.own.get("Nodes")) is not None:
            yield nodes.value, nodes.value_location
