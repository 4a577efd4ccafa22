"""Limits that are in force, and the database they need."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.finding import Severity

_LIMITS = frozenset({"limits", "safe", "all", "2"})


@rule("SLF811", Severity.WARNING, FILES)
def slurm_enforces_no_limits(files: Files) -> Iterator[Problem]:
    """AccountingStorageEnforce is set, without limits.

    What it does:
        Tells AccountingStorageEnforce without limits, safe or all.

    Why:
        Limits of accounts and QOS are then decoration: no job is held to them.

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=associations
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=associations,limits,qos
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        slurm.conf(5), AccountingStorageEnforce; https://github.com/fgci-org/ansible-role-slurm/pull/40
    """
    given = set(files.words("AccountingStorageEnforce"))
    limited = files.database is not None and any(files.database.limits())
    if given and not given & _LIMITS and not limited:
        message = "no limit of an account or a QOS is enforced"
        yield problem(files.place("AccountingStorageEnforce"), message, "add limits (and qos, or safe)")


@rule("SLF812", Severity.ERROR, FILES)
def slurm_limits_not_enforced(files: Files) -> Iterator[Problem]:
    """There are limits, and Slurm does not enforce them.

    What it does:
        Where command files or a dump of sacctmgr lie beside that set limits, looks for limits, safe or all in
        AccountingStorageEnforce.

    Why:
        The limits are decoration: no job is held to them.

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL
        # dump.cfg
        Cluster - 'lab'
        Parent - 'root'
        Account - 'nlp':GrpTRES=cpu=8

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits,qos
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL
        # dump.cfg
        Cluster - 'lab'
        Parent - 'root'
        Account - 'nlp':GrpTRES=cpu=8

    Sources:
        slurm.conf(5), AccountingStorageEnforce; https://github.com/SlinkyProject/slurm-bridge/issues/10
    """
    limit = next(files.database.limits(), None) if files.database else None
    if limit and files.site.files and files.whole and not set(files.words("AccountingStorageEnforce")) & _LIMITS:
        key = "AccountingStorageEnforce" if files.words("AccountingStorageEnforce") else "AccountingStorageType"
        message = "AccountingStorageEnforce has no limits, so those of accounts and QOS hold nobody back"
        help_text = "write AccountingStorageEnforce=associations,limits,qos"
        yield problem(files.place(key), message, help_text, seen("one of the limits", limit.location))


@rule("SLF813", Severity.ERROR, FILES)
def slurm_needs_database(files: Files) -> Iterator[Problem]:
    """A setting needs slurmdbd, which is not used.

    What it does:
        Tells AccountingStorageEnforce, and devices or licenses in AccountingStorageTRES, without
        AccountingStorageType=accounting_storage/slurmdbd.

    Why:
        slurmctld ends on devices to track without a database; it says that nothing is enforced and goes on.

    Example:
        # slurm.conf
        AccountingStorageEnforce=limits
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL

    Sources:
        Tried on 22.05, 24.11 and 26.05: "You can not have AccountingStorageEnforce set for AccountingStorageType",
        "slurmdbd is required to run with TRES gres/gpu".
    """
    if files.database_used or not files.whole or files.is_part:
        return
    asked = [key for key in ("AccountingStorageEnforce",) if files.words(key)]
    asked += ["AccountingStorageTRES"] if any("/" in it for it in files.words("AccountingStorageTRES")) else []
    for key in asked:
        message = f"{key} needs slurmdbd"
        yield problem(files.place(key), message, "write AccountingStorageType=accounting_storage/slurmdbd")
