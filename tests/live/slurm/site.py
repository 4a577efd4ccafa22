"""What a document's passthrough must say so that its rendered files, unchanged, run in the sandbox.

These are a site's own facts (host, paths, addresses of nodes), which a policy never decides. Paths are those of
Debian's packages. ClusterName is the document's own.
"""

from collections.abc import Mapping

from tests.live.slurm.sandbox import HOST

STATE = "/var/lib/slurm/slurmctld"
SPOOL = "/var/lib/slurm/slurmd"
LOGS = "/var/log/slurm"
RUN = "/run/slurm"
USER = "slurm"

SLURM_CONF: Mapping[str, str] = {
    "SlurmctldHost": f"{HOST}(127.0.0.1)",
    "SlurmUser": USER,
    "SlurmdUser": "root",
    "AuthType": "auth/munge",
    "StateSaveLocation": STATE,
    "SlurmdSpoolDir": f"{SPOOL}/%n",
    "SlurmctldLogFile": f"{LOGS}/slurmctld.log",
    "SlurmdLogFile": f"{LOGS}/slurmd.%n.log",
    "SlurmctldPidFile": f"{RUN}/slurmctld.pid",
    "SlurmdPidFile": f"{RUN}/slurmd.%n.pid",
    "AccountingStorageHost": "localhost",
    # Nodes here have no cgroup of their own, and no more CPUs than the machine: what a node says it has is believed.
    "ProctrackType": "proctrack/linuxproc",
    "TaskPlugin": "task/none",
    "JobAcctGatherType": "jobacct_gather/none",
    "SlurmdParameters": "config_overrides",
    "MpiDefault": "none",
    "MailProg": "/bin/true",
    "ReturnToService": "2",
}
"""Settings of slurm.conf, good for every release."""


def cgroup_conf(suite: str) -> Mapping[str, str]:
    """Settings of cgroup.conf; 22.05 has no such plugin, and its slurmd makes do with what the machine has."""
    return {} if suite == "bookworm" else {"CgroupPlugin": "disabled"}


FIRST_PORT = 18001


def node_options(count: int, first_port: int = FIRST_PORT) -> dict[str, str]:
    """Options of a NodeName line for `count` fake nodes: all on the sandbox's one host, each with a port of its own.

    Without an address slurmctld asks DNS for every node, which in a closed network takes long to fail.
    """
    ports = str(first_port) if count == 1 else f"[{first_port}-{first_port + count - 1}]"
    return {"NodeAddr": "127.0.0.1", "NodeHostname": HOST, "Port": ports}


def lines(settings: Mapping[str, str], without: frozenset[str] = frozenset()) -> str:
    """Settings as the lines of a Slurm file."""
    return "".join(f"{key}={value}\n" for key, value in settings.items() if key not in without)


SLURMDBD_CONF = lines({
    "AuthType": "auth/munge",
    "DbdHost": "localhost",
    "SlurmUser": USER,
    "LogFile": f"{LOGS}/slurmdbd.log",
    "PidFile": f"{RUN}/slurmdbd.pid",
    "StorageType": "accounting_storage/mysql",
    "StorageHost": "localhost",
    "StorageUser": "slurm",
    "StoragePass": "slurm",
    "StorageLoc": "slurm_acct_db",
})  # fmt: skip
"""The harness's own: no policy writes this file."""
