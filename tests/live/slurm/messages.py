"""Which of the daemons' messages are faults of a configuration.

Every line with `error:` or `fatal:` is one, except those listed here, each with the reason why no configuration can
avoid it in the sandbox.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowed:
    """A message that is no fault, and why."""

    pattern: re.Pattern[str]
    reason: str
    release: str = ""
    """The one release that prints it; empty where any may."""


ALLOWED = (
    Allowed(
        re.compile(r"Could not open (node|job|reservation|trigger) state file .*: No such file"),
        "first start: no saved state yet",
    ),
    Allowed(
        re.compile(r"NOTE: Trying backup state save file\."),
        "first start: follows from the missing state file",
    ),
    Allowed(
        re.compile(r"No fed_mgr state file .* to recover"),
        "first start: no saved federation",
    ),
    Allowed(
        re.compile(
            r"^slurm(ctld|d(-\S+)?): error: ( mpi/pmix_v4: init: \(null\) \[0\]: mpi_pmix\.c:\d+: pmi/pmix: "
            r"can not load PMIx library"
            r"|Couldn't load specified plugin name for mpi/pmix(_v4)?: Plugin init\(\) callback failed"
            r"|MPI: Cannot create context for mpi/pmix(_v4)?)$"
        ),
        "22.05 loads every MPI plugin it finds, and Debian does not install the PMIx library with it",
        release="22.05",
    ),
    Allowed(
        re.compile(r"Database settings not recommended values"),
        "the sandbox's MariaDB is small on purpose",
    ),
    Allowed(
        re.compile(r"accounts_list_build: No association for account"),
        "first start: accounts come after the TRES that the controller registers; it takes them in as they are added",
    ),
    Allowed(
        re.compile(r"^slurmdbd: error: We can't find assoc \d+ on cluster"),
        "first start: slurmdbd adds the cluster's root association and looks it up before it has read it back",
    ),
    Allowed(
        re.compile(r"^slurmdbd: error: update cluster: Connection refused"),
        "slurmdbd tells a controller that is still starting",
    ),
    Allowed(
        re.compile(r"^slurmdbd: error: _conn_readable: persistent connection for fd \d+ experienced error\[104\]"),
        "a controller that was stopped no longer reads",
    ),
    Allowed(
        re.compile(r"slurm_bufs_sendto\(msg_type=SRUN_\w+\) failed: Connection reset"),
        "an srun that has ended no longer reads",
    ),
    Allowed(
        re.compile(r"High latency for 1000 calls to gettimeofday"),
        "the machine is busy",
    ),
    Allowed(
        re.compile(r"xcpuinfo_hwloc_topo_load: failed \(load will be required"),
        "first start of a node: no saved hardware map",
    ),
)

_FAULT = re.compile(r"\b(error|fatal): ")
_ENDING = re.compile(r"Terminate signal")
_STARTED = re.compile(r" version \S+ started")
_STAMP = re.compile(r"^\[[^\]]*\] |^(slurmctld|slurmdbd|slurmd(-\S+)?): ")


def plain(line: str) -> str:
    """A log line without its time stamp and the daemon's name, which the releases print differently."""
    return _STAMP.sub("", _STAMP.sub("", line, count=1), count=1)


def faults(daemon: str, lines: Iterable[str], release: str) -> list[str]:
    """The lines of a daemon's log that speak of a fault, in order and without repeats, each as `daemon: error: ...`.

    What a daemon says between the signal to end and its next start is about connections that it cuts itself.
    """
    found: dict[str, None] = {}
    ending = False
    for line in lines:
        ending = _ENDING.search(line) is not None or (ending and _STARTED.search(line) is None)
        if not ending and _FAULT.search(line):
            found[f"{daemon}: {plain(line)}"] = None
    allowed = [each.pattern for each in ALLOWED if each.release in ("", release)]
    return [line for line in found if not any(pattern.search(line) for pattern in allowed)]
