"""Words that a key does not take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from tenantry.backends.slurm.parameters import words
from tenantry.backends.slurm.parameters.words import Words, accepts
from tenantry.backends.slurm.parse.site import Settings
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.problem import shown

_RECORDS = {"NodeName": words.NODE, "PartitionName": words.PARTITION, "DownNodes": words.DOWN_NODES}


@rule("SLF205", Severity.ERROR, FILES)
def slurm_unknown_word(files: Files) -> Iterator[Problem]:
    """A value is none of the words that its key takes in this release.

    What it does:
        Compares states, plugins and flags with what the release reads: State of nodes and partitions, OverSubscribe,
        PreemptMode, SelectType and its parameters, AccountingStorageEnforce, EnforcePartLimits, PrologFlags,
        TaskPluginParam, TopologyPlugin, PreemptType, PriorityType, SchedulerType, PriorityUsageResetPeriod,
        AutoDetect of gres.conf, CpuBind, SlurmctldDebug, SlurmdDebug and PropagateResourceLimits.

    Why:
        The daemons end on a word they do not know; slurmd goes on without GPUs for an unknown AutoDetect, and
        slurmctld passes over OverSubscribe=FORCE:0 and an unknown CpuBind.

    Example:
        # slurm.conf
        SelectType=select/cons_res
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits,qoss
        NodeName=n1 CPUs=8 State=UPP
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        SelectType=select/cons_tres
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits,qos
        NodeName=n1 CPUs=8 State=UNKNOWN
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), gres.conf(5) and read_config.c of each release; tried on 22.05, 24.11 and 26.05.
    """
    yield from _wrong(files, files.site.settings, words.SLURM_CONF)
    for record in files.site.records:
        yield from _wrong(files, record.own, _RECORDS.get(record.kind, {}))
    detect = {"AutoDetect": Words(tuple(sorted(files.facts.auto_detect)))}
    if files.site.gres_settings:
        yield from _wrong(files, files.site.gres_settings, detect)
    for gres in files.site.gres:
        yield from _wrong(files, gres.own, detect)


def _wrong(files: Files, settings: Settings, table: Mapping[str, Words]) -> Iterator[Problem]:
    for key, known in table.items():
        if (setting := settings.get(key)) is None:
            continue
        given = setting.value.split(",") if known.many else [setting.value]
        for word in filter(None, given):
            if not accepts(known, files.release, word):
                message = f"{key} has no {shown(word)} in Slurm {files.release}"
                yield problem(setting.value_location, message, _help(known, files.release, word))


def _help(known: Words, release: str, word: str) -> str:
    there = [it.rstrip("*").replace("#", "N") for it in known.of(release)]
    if (other := known.releases(word.lower().removeprefix(known.prefix))) and len(other) > len("up to "):
        return f"it is there {other}: use one of {', '.join(there[:6])}"
    if close := get_close_matches(word.lower(), [it.lower() for it in there], n=1):
        return f"did you mean {next(it for it in there if it.lower() == close[0])}?"
    return f"use one of {', '.join(there)}"
