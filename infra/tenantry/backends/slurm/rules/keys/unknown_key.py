"""Keys that no release knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from tenantry.backends.slurm.parameters.occurrences import occurrences
from tenantry.backends.slurm.parameters.table import CGROUP_CONF, GRES_CONF, RECORDS, SLURM_CONF, Parameter, parameters
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity


@rule("SLF101", Severity.ERROR, FILES)
def slurm_unknown_key(files: Files) -> Iterator[Problem]:
    """A key in Slurm's files is not one that Slurm knows.

    What it does:
        Looks up every key of slurm.conf and its NodeName, PartitionName, DownNodes and NodeSet lines, of gres.conf,
        cgroup.conf and topology.conf in the parser's own tables, in any mixture of upper and lower case.

    Why:
        slurmctld, slurmd and every command end on an unknown key. A running slurmctld goes on until its next restart,
        while no user can submit a job.

    Example:
        # slurm.conf
        SlurmctldTimout=300
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL MaxTim=60

    Use instead:
        # slurm.conf
        SlurmctldTimeout=300
        NodeName=n[1-2] CPUs=8
        PartitionName=batch Nodes=ALL MaxTime=60

    Sources:
        slurm.conf(5), gres.conf(5), cgroup.conf(5), topology.conf(5); src/common/read_config.c; tried on 22.05, 24.11
        and 26.05: "Parsing error at unrecognized key".
    """
    for setting, where, table in occurrences(files.site):
        if setting.key.lower() not in table:
            help_text = _help(setting.key, table, files.release)
            if where.endswith(GRES_CONF) and setting.key.lower() == "nodename":
                help_text = "start the line with NodeName"
            yield problem(setting.location, f"there is no {setting.key} in {where}", help_text)


_ELSEWHERE = (SLURM_CONF, GRES_CONF, CGROUP_CONF, *RECORDS.values())


def _help(key: str, table: Mapping[str, Parameter], release: str) -> str:
    for name in _ELSEWHERE:
        if found := parameters(name).get(key.lower()):
            home = name if name.endswith(".conf") else f"a {next(k for k, v in RECORDS.items() if v == name)} line"
            return f"{found.key} belongs in {home}"
    if key.lower() == "include":
        return "Include is no key: write it without '=', as in 'Include /etc/slurm/nodes.conf'"
    known = [name for name, it in table.items() if it.known(release)]
    if close := get_close_matches(key.lower(), known, n=1, cutoff=0.75):
        return f"did you mean {table[close[0]].key}?"
    return "leave it out, or correct its spelling"
