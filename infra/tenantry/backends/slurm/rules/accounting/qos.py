"""QOS that partitions and associations name."""

from __future__ import annotations

from collections.abc import Iterator

from tenantry.backends.slurm.parse.site import Record, Setting
from tenantry.backends.slurm.stage import FILES, Files, problem, seen
from tenantry.check.rule import Problem, rule
from tenantry.check.suggest import listed, suggestion
from tenantry.finding import Severity


def _named(files: Files) -> Iterator[tuple[Record, Setting, str]]:
    """Each QOS that a partition names, in lower case as the database has it."""
    for record in files.site.records:
        if record.kind == "PartitionName":
            for key in ("AllowQos", "DenyQos", "QOS"):
                setting = record.own.get(key)
                for name in setting.value.split(",") if setting else ():
                    if setting and name.strip() and name.strip().upper() not in {"ALL", "N/A"}:
                        yield record, setting, name.strip().lower()


@rule("SLF821", Severity.ERROR, FILES)
def slurm_unknown_qos(files: Files) -> Iterator[Problem]:
    """A partition names a QOS that does not exist.

    What it does:
        Where command files or a dump of sacctmgr beside define QOS, looks up those in AllowQos, DenyQos and QOS of
        every partition. The QOS normal is always there.

    Why:
        Slurm 26.05 does not start on it; earlier releases pass over it, at most with an error line.

    Example:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL AllowQos=prodd
        # qos.sacctmgr
        add qos prod set Priority=1000

    Use instead:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL AllowQos=prod
        # qos.sacctmgr
        add qos prod set Priority=1000

    Sources:
        Tried on 22.05, 24.11 and 26.05: "fatal: Partition batch has an invalid AllowQOS (prodd)" in 26.05.
    """
    if files.database is None or not files.database.qos:
        return
    known = {*files.database.qos, "normal"}
    for _, setting, name in _named(files):
        if name not in known:
            help_text = suggestion(name, sorted(known), "the QOS")
            yield problem(setting.value_location, f"there is no QOS '{name}'", help_text)


@rule("SLF822", Severity.INFO, FILES)
def slurm_qos_not_known(files: Files) -> Iterator[Problem]:
    """Partitions name QOS, and nothing beside the files says which QOS there are.

    What it does:
        Says so once, where neither command files (*.sacctmgr) nor a dump of sacctmgr (*.cfg) with QOS lie beside.

    Why:
        QOS are in the database. Slurm 26.05 does not start where a partition names one that is not there.

    Example:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL AllowQos=prod

    Use instead:
        # slurm.conf
        NodeName=n1 CPUs=8
        PartitionName=batch Nodes=ALL AllowQos=prod
        # qos.sacctmgr
        add qos prod set Priority=1000

    Sources:
        sacctmgr(1), dump.
    """
    found = list(dict.fromkeys(name for _, _, name in _named(files) if name != "normal"))
    if found and (files.database is None or not files.database.qos):
        first = next(setting for _, setting, name in _named(files) if name != "normal")
        message = f"whether there is a QOS {listed(found)} cannot be judged"
        yield problem(first.value_location, message, "put *.sacctmgr or a dump of sacctmgr (*.cfg) beside")


@rule("SLF823", Severity.ERROR, FILES)
def slurm_partition_for_nobody(files: Files) -> Iterator[Problem]:
    """No association may use any QOS that a partition allows.

    What it does:
        Where command files or a dump of sacctmgr lie beside, compares AllowQos of every partition with the QOS of all
        accounts and users.

    Why:
        Nobody can submit a job there.

    Example:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits,qos
        NodeName=n1 CPUs=8
        PartitionName=gpu Nodes=ALL AllowQos=long
        # dump.cfg
        QOS - 'normal'
        QOS - 'long'
        Cluster - 'lab':QOS='normal'
        Parent - 'root'
        Account - 'nlp':QOS='normal'

    Use instead:
        # slurm.conf
        AccountingStorageType=accounting_storage/slurmdbd
        AccountingStorageEnforce=limits,qos
        NodeName=n1 CPUs=8
        PartitionName=gpu Nodes=ALL AllowQos=long
        # dump.cfg
        QOS - 'normal'
        QOS - 'long'
        Cluster - 'lab':QOS='normal'
        Parent - 'root'
        Account - 'nlp':QOS='normal,long'

    Sources:
        slurm.conf(5), AllowQos; https://github.com/OSC/ondemand/issues/3932
    """
    database = files.database
    if database is None or not database.associations:
        return
    held = {name for it in database.associations for name in database.allowed(it)}
    for partition in files.site.partitions:
        setting = partition.get("AllowQos")
        allowed = [it.strip().lower() for it in setting.value.split(",") if it.strip()] if setting else []
        if setting and allowed and "all" not in allowed and not held & set(allowed):
            message = f"nobody may use partition '{partition.name}': no association has QOS {listed(allowed)}"
            first = seen("the first association", database.associations[0].location)
            yield problem(setting.value_location, message, "give it to an account, or allow another", first)


@rule("SLF824", Severity.ERROR, FILES)
def slurm_default_qos_not_held(files: Files) -> Iterator[Problem]:
    """The default QOS of an association is not one that it may use.

    What it does:
        Where command files or a dump of sacctmgr lie beside, looks up each DefaultQOS among the QOS of its
        association.

    Why:
        Every job that names no QOS is refused.

    Example:
        # dump.cfg
        QOS - 'normal'
        QOS - 'long'
        Cluster - 'lab':DefaultQOS='long':QOS='normal'

    Use instead:
        # dump.cfg
        QOS - 'normal'
        QOS - 'long'
        Cluster - 'lab':DefaultQOS='long':QOS='normal,long'

    Sources:
        sacctmgr(1), DefaultQOS.
    """
    for association in files.database.associations if files.database else ():
        setting = association.get("DefaultQOS")
        held = files.database.allowed(association) if files.database else frozenset()
        if setting and setting.value and setting.value != "-1" and setting.value.lower() not in held:
            message = f"{association.what} has the default QOS '{setting.value}' and may use {listed(sorted(held))}"
            yield problem(setting.value_location, message, "add it to the QOS, or choose one of them")
