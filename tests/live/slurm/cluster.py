"""Real Slurm daemons for a set of configuration files, used byte for byte."""

import time
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Self

from tests.live.slurm import site
from tests.live.slurm.install import RELEASES
from tests.live.slurm.messages import faults
from tests.live.slurm.sandbox import Daemon, Result, Sandbox, SandboxError

DBD_PORT = 6819
RUNNING = "Running as primary controller"

_PREPARE = f"""set -e
install -d -o munge -g munge /run/munge
install -d -o mysql -g mysql /run/mysqld
ln -s mysqld /run/mariadbd
install -d -o {site.USER} -g {site.USER} {site.RUN} {site.LOGS} {site.STATE} {site.SPOOL}
"""

_MARIADB = [
    *("mariadbd", "--no-defaults", "--user=mysql", "--datadir=/var/lib/mysql", "--socket=/run/mysqld/mysqld.sock"),
    *("--pid-file=/run/mysqld/mysqld.pid", "--skip-networking", "--skip-log-bin", "--performance-schema=OFF"),
    *("--innodb-buffer-pool-size=64M", "--innodb-log-file-size=8M", "--innodb-doublewrite=OFF"),
    *("--innodb-flush-log-at-trx-commit=2", "--innodb-lock-wait-timeout=900", "--max-allowed-packet=16M"),
    # On by default from 11.8 on, and slurmdbd warns that it then ends on conflicts.
    "--loose-innodb-snapshot-isolation=OFF",
]


class DaemonEndedError(Exception):
    """A daemon ended instead of serving; the message is the end of what it printed."""

    def __init__(self, daemon: Daemon) -> None:
        tail = "\n".join(daemon.lines()[-15:])
        super().__init__(f"{daemon.name} ended with {daemon.process.returncode}:\n{tail}")


def read_folder(folder: Path) -> dict[str, bytes]:
    """The files of a folder of configuration, as `Cluster` takes them."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Cluster(Sandbox):
    """One cluster of a suite's Slurm; daemons start when asked and all of them end with the context.

    `files` maps names below /etc/slurm to their content. The order that works on every release: `start_database`, QOS
    without TRES, `start_controller` (which registers the cluster and its TRES), accounts and limits, `start_nodes`.
    """

    def __init__(self, suite: str, files: Mapping[str, str | bytes] | None = None) -> None:
        super().__init__(suite)
        self._files = files or {}
        self._controller: Daemon | None = None
        self._logs: list[Daemon] = []

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            self._inside("sh", "-c", _PREPARE)
            self.write(self._files)
            identity = ["setpriv", "--reuid=munge", "--regid=munge", "--init-groups"]
            munged = self.start("munged", [*identity, "munged", "--foreground"])
            self._await_socket("run/munge/munge.socket.2", munged)
        except BaseException:
            self.close()
            raise
        return self

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Put these files, and slurmdbd.conf, in the place of all that is in /etc/slurm."""
        self._inside("find", "/etc/slurm", "-mindepth", "1", "-delete")
        etc = self.root / "etc/slurm"
        for name, content in files.items():
            path = etc / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        (etc / "slurmdbd.conf").write_text(site.SLURMDBD_CONF)
        self._inside("chown", f"{site.USER}:", "/etc/slurm/slurmdbd.conf")
        self._inside("chmod", "600", "/etc/slurm/slurmdbd.conf")

    def add_users(self, users: Mapping[str, int]) -> None:
        """Make Unix users, name and number: Slurm stores a user without a number but runs nothing for it."""
        for name, number in users.items():
            self._inside("useradd", "--uid", str(number), "--no-create-home", "--shell", "/bin/sh", name)

    def start_database(self) -> None:
        """Start MariaDB and slurmdbd, and wait until slurmdbd listens. DaemonEndedError when one of them gives up."""
        mariadb = self.start("mariadbd", _MARIADB)
        self._await_socket("run/mysqld/mysqld.sock", mariadb)
        slurmdbd = self._slurm("slurmdbd", ["slurmdbd", "-D"])
        if not self.wait_for("slurmdbd", lambda: self.listening(DBD_PORT), slurmdbd):
            raise DaemonEndedError(slurmdbd)

    def start_controller(self, seconds: float = 60) -> list[str]:
        """Start slurmctld and wait until it answers; its log lines so far.

        DaemonEndedError when it refuses the configuration, SandboxError when it neither serves nor ends in time.
        """
        daemon = self._controller = self._slurm("slurmctld", ["slurmctld", "-D"])
        served = self.wait_for("slurmctld", lambda: any(RUNNING in line for line in daemon.lines()), daemon, seconds)
        # 22.05 reports some fatal faults only after that line; one that answers has passed them.
        if not (served and self.wait_for("slurmctld", self._answers, daemon, seconds)):
            raise DaemonEndedError(daemon)
        return daemon.lines()

    def stop_controller(self, *, forget: bool = False) -> None:
        """Stop slurmctld, with SIGTERM so that it saves its state; with `forget` at once, and drop the state."""
        if self._controller is not None:
            if forget:
                self._controller.kill()
            else:
                self._controller.stop()
            self._controller = None
        if forget:
            self._inside("find", site.STATE, "-mindepth", "1", "-delete")

    def start_nodes(self, names: Iterable[str], seconds: float = 60) -> None:
        """Start a slurmd for each of these nodes and wait until the controller takes jobs for them."""
        nodes = list(names)
        for name in nodes:
            self._inside("install", "-d", f"{site.SPOOL}/{name}")
        daemons = [self._slurm(f"slurmd-{name}", ["slurmd", "-D", "-N", name]) for name in nodes]
        end = time.monotonic() + seconds
        for name, daemon in zip(nodes, daemons, strict=True):
            left = max(1, end - time.monotonic())
            if not self.wait_for(f"node {name}", partial(self._takes_jobs, name), daemon, left):
                raise DaemonEndedError(daemon)

    def batch(self, commands: str, *, seconds: float = 120) -> Result:
        """Run sacctmgr commands, one a line, as `sacctmgr -i < file` does; rc 1 when any of them failed."""
        return self.run(["sacctmgr", "-i"], text=commands, seconds=seconds)

    def log(self, name: str) -> list[str]:
        """What a daemon printed: slurmctld, slurmdbd, slurmd-NODE, mariadbd, munged."""
        return (self.outputs / f"{name}.log").read_text(errors="replace").splitlines()

    def errors(self) -> list[str]:
        """Faults that any of Slurm's daemons logged; see `messages`."""
        return [fault for daemon in self._logs for fault in faults(daemon.name, daemon.lines(), RELEASES[self.suite])]

    def _slurm(self, name: str, command: list[str]) -> Daemon:
        daemon = self.start(name, command)
        self._logs.append(daemon)
        return daemon

    def _inside(self, *command: str) -> None:
        result = self.run(command)
        if result.rc != 0:
            raise SandboxError(f"{command[0]} inside the sandbox: {result.out}")

    def _await_socket(self, path: str, daemon: Daemon) -> None:
        if not self.wait_for(daemon.name, (self.root / path).exists, daemon):
            raise DaemonEndedError(daemon)

    def _answers(self) -> bool:
        return " is UP" in self.run(["scontrol", "ping"]).out

    def _takes_jobs(self, node: str) -> bool:
        states = self.run(["sinfo", "--noheader", "--nodes", node, "--format", "%T"]).out.split()
        return bool(states) and set(states) <= {"idle", "mixed", "allocated"}
