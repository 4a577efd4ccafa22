"""Limits of a database, by what they name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tenantry.backends.slurm.parse.site import Setting
from tenantry.backends.slurm.stage import FILES, Files, problem
from tenantry.backends.slurm.tracked import TYPES, is_type, tracked
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity
from tenantry.model.problem import shown

_AMOUNT = re.compile(r"-1|[0-9]+")
_MEMORY = re.compile(r"-1|[0-9]+[KMGTPkmgtp]?")


@rule("SLF805", Severity.ERROR, FILES)
def slurm_limit_on_untracked_tres(files: Files) -> Iterator[Problem]:
    """A limit is on a resource that Slurm does not track.

    What it does:
        Where command files or a dump of sacctmgr lie beside, looks up the devices that limits name in
        AccountingStorageTRES.

    Why:
        The limit cannot be stored: "no TRES known by type gres/gpu".

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL
        # dump.cfg
        Cluster - 'lab'
        Parent - 'root'
        Account - 'nlp':GrpTRES=gres/gpu=8

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits
        AccountingStorageTRES=gres/gpu
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL
        # dump.cfg
        Cluster - 'lab'
        Parent - 'root'
        Account - 'nlp':GrpTRES=gres/gpu=8

    Sources:
        slurm.conf(5), AccountingStorageTRES; sacctmgr(1).
    """
    if not files.site.files or not files.whole:
        return
    for setting, name, _ in _limits(files):
        if name.lower().startswith(("gres/", "license/")) and name.lower() not in tracked(files):
            message = f"the limit on {name} cannot be stored"
            yield problem(setting.value_location, message, f"write {name.lower()} in AccountingStorageTRES")


@rule("SLF806", Severity.ERROR, FILES)
def slurm_bad_limit(files: Files) -> Iterator[Problem]:
    """A limit names no resource, or no number.

    What it does:
        Reads every list of resources that command files or a dump of sacctmgr beside set: known kinds of resources,
        with whole numbers; K, M, G and T for memory alone; -1 removes a limit.

    Why:
        sacctmgr refuses the name. Of a number it reads what it can: 1e3 is 1, abc is 0.

    Example:
        # dump.cfg
        Cluster - 'lab'
        Parent - 'root'
        Account - 'nlp':GrpTRES=gpu=8,gres/gpu=1e3

    Use instead:
        # dump.cfg
        Cluster - 'lab'
        Parent - 'root'
        Account - 'nlp':GrpTRES=cpu=8,gres/gpu=1000

    Sources:
        sacctmgr(1), TRES; src/common/slurmdb_defs.c; tried on 22.05, 24.11 and 26.05.
    """
    for setting, name, amount in _limits(files):
        low = name.lower()
        if not is_type(name) and not any(it.startswith(low) for it in TYPES if low):
            help_text = f"write {low[:-1]}" if is_type(low.removesuffix("s")) else f"write gres/{low}, if that is meant"
            yield problem(setting.value_location, f"{shown(name)} is no resource", help_text)
        elif not (_MEMORY if low == "mem" else _AMOUNT).fullmatch(amount):
            message = f"{name}={amount} is no whole number"
            yield problem(setting.value_location, message, "write digits alone, or -1 for no limit")


def _limits(files: Files) -> Iterator[tuple[Setting, str, str]]:
    for setting in files.database.limits() if files.database else ():
        for item in filter(None, setting.value.split(",")):
            name, _, amount = item.partition("=")
            yield setting, name, amount
