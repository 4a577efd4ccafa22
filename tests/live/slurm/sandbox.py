"""Private namespaces over an installed suite, and processes in them."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.live.slurm import install

HOST = "ctl"
LIFETIME = 1800
OUTPUT_CAP = 8 * 1024 * 1024
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "HOME": "/root"}


class SandboxError(Exception):
    """The sandbox failed, not what it runs: no namespaces or mounts, a daemon that never answered, runaway output."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a command inside answered: its exit code (124 when it ran out of time) and both its streams in one."""

    rc: int
    out: str


@dataclass(slots=True)
class Daemon:
    """A process that stays, its output in a file outside the sandbox."""

    name: str
    process: subprocess.Popen[bytes]
    output: Path

    def lines(self) -> list[str]:
        """Everything it printed so far."""
        return self.output.read_text(errors="replace").splitlines()

    def stop(self, seconds: float = 20) -> int:
        """Ask it to end (SIGTERM); its exit code."""
        for pid in _children(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise SandboxError(f"{self.name} did not stop within {seconds} s of SIGTERM") from None

    def kill(self) -> None:
        """End it at once."""
        for pid in _children(self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()


class Sandbox:
    """One private root, network, process tree and host name over a suite's folder; nothing survives its context.

    Raises SandboxError when the namespaces or mounts cannot be made (no privilege, no overlayfs).
    """

    def __init__(self, suite: str) -> None:
        self.suite = suite
        self.outputs = Path(tempfile.mkdtemp(prefix=f"tenantry-slurm-{suite}-"))
        self._owner: subprocess.Popen[bytes] | None = None
        self._pid = 0
        self._daemons: list[Daemon] = []

    def __enter__(self) -> Self:
        base = self.outputs / "private"
        base.mkdir()
        unshare = ["unshare", "--net", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child"]
        init = [sys.executable, "-I", "-S", str(Path(__file__).with_name("init.py"))]
        arguments = [str(install.folder(self.suite)), str(base), HOST, str(LIFETIME)]
        errors = self.outputs / "init.log"
        with errors.open("wb") as log:
            self._owner = subprocess.Popen(
                [*unshare, *init, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log
            )
        assert self._owner.stdout
        if self._owner.stdout.readline() != b"ready\n":
            said = errors.read_text()
            self.close()
            raise SandboxError(f"no private namespaces for {self.suite}: {said}")
        (self._pid,) = _children(self._owner.pid)
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """End every process inside, wait for them, drop what they printed. May be called twice."""
        if self._owner is not None:
            owner, self._owner = self._owner, None
            with contextlib.suppress(ProcessLookupError, ValueError):
                for pid in _children(owner.pid):
                    os.kill(pid, signal.SIGKILL)
            owner.communicate()
            for daemon in self._daemons:
                daemon.process.wait()
        shutil.rmtree(self.outputs, ignore_errors=True)

    @property
    def pid(self) -> int:
        """Process 1 of the sandbox, as this side numbers it."""
        return self._pid

    @property
    def root(self) -> Path:
        """The sandbox's root folder, seen from this side; absolute symbolic links in it lead astray."""
        return Path(f"/proc/{self._pid}/root")

    def entering(self, command: Sequence[str], user: str | None = None) -> list[str]:
        """The command line that runs a command inside."""
        enter = ["nsenter", "-t", str(self._pid), "--net", "--mount", "--uts", "--ipc", "--pid", "--root", "--wd"]
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
        return [*enter, *become, *command]

    def run(self, command: Sequence[str], *, text: str = "", seconds: float = 30, user: str | None = None) -> Result:
        """Run a command to its end, with `text` on its stdin.

        Time and output are bounded: sacctmgr asks for ever on an ended stdin. SandboxError when it prints too much.
        """
        bounded = self.entering(["timeout", "-k", "1", str(seconds), *command], user)
        with tempfile.TemporaryFile() as given:
            given.write(text.encode())
            given.seek(0)
            process = subprocess.Popen(
                bounded, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=ENVIRONMENT
            )
        assert process.stdout
        with process.stdout as stream:
            out = stream.read(OUTPUT_CAP)
        # The pipe is closed: a command that prints on dies of it, and `timeout` ends one that does not.
        rc = process.wait()
        if len(out) == OUTPUT_CAP:
            raise SandboxError(f"{command[0]} printed more than {OUTPUT_CAP} bytes, ending with {out[-200:]!r}")
        return Result(rc, out.decode(errors="replace"))

    def start(self, name: str, command: Sequence[str]) -> Daemon:
        """Start a process that stays."""
        output = self.outputs / f"{name}.log"
        with output.open("ab") as log:
            process = subprocess.Popen(
                self.entering(command), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT
            )
        daemon = Daemon(name, process, output)
        self._daemons.append(daemon)
        return daemon

    def wait_for(self, what: str, ready: Callable[[], bool], daemon: Daemon, seconds: float = 60) -> bool:
        """Wait until `ready`; False when the daemon ended first, SandboxError when neither happens in time."""
        pause = threading.Event()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if ready():
                return True
            if daemon.process.poll() is not None:
                return False
            pause.wait(0.01)
        raise SandboxError(f"{what}: nothing within {seconds} s; {daemon.name} said last: {daemon.lines()[-5:]}")

    def listening(self, port: int) -> bool:
        """Whether something inside listens on a TCP port; asked of the kernel, so the daemon sees no connection."""
        tables = (Path(f"/proc/{self._pid}/net/{table}") for table in ("tcp", "tcp6"))
        rows = [line.split() for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]
        return any(row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port for row in rows)


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
