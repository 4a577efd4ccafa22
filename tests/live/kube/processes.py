"""Servers as child processes: started on loopback, watched while they get ready, always stopped by their own pid."""

import os
import random
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

POLL = 0.1
GOGC = "400"
"""How much garbage Go's servers let come together, in percent of what they need: memory is cheaper here than time."""


class StartError(RuntimeError):
    """A server ended, or did not get ready in time; carries the end of its log."""


class Process:
    """One running server; its output goes to a log file."""

    def __init__(self, name: str, command: Sequence[str | Path], log: Path, *, cwd: Path) -> None:
        self.name = name
        self.log = log
        # Where the kernel offers it, the server ends with us even if we are killed and cannot clean up.
        guard = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        environment = {key: value for key, value in os.environ.items() if key != "KUBECONFIG"} | {"GOGC": GOGC}
        with log.open("wb") as output:
            # A session of its own: an interrupt typed at the terminal reaches us alone, and we stop it in order.
            self._process = subprocess.Popen(
                [*guard, *map(str, command)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=cwd,
                env=environment,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def tail(self, lines: int = 15) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def wait_until(self, ready: Callable[[], bool], what: str, timeout: float = 60.0) -> None:
        """Polls until ready() says so; StartError when the server has ended or the seconds are over."""
        deadline = time.monotonic() + timeout
        while not ready():
            if not self.running:
                raise StartError(f"{self.name} ended with status {self._process.returncode}:\n{self.tail()}")
            if time.monotonic() > deadline:
                raise StartError(f"{self.name}: {what} not reached within {timeout:.0f} s:\n{self.tail()}")
            time.sleep(POLL)

    def stop(self, grace: float = 5.0) -> None:
        """Returns when the process is gone: asked to, and after `grace` seconds by force."""
        if self.running:
            self._process.terminate()
        try:
            self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def free_ports(names: Sequence[str]) -> Mapping[str, int]:
    """A free loopback port for each name.

    Taken below the range from which the kernel gives ports to outgoing connections, and at random, so that neither
    these servers' own connections nor a second control plane takes one before its server listens.
    """
    ports: dict[str, int] = {}
    candidates = iter(random.sample(range(20_000, 32_000), 500))
    with ExitStack() as held:
        for name in names:
            for port in candidates:
                probe = held.enter_context(socket.socket())
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError:
                    continue
                ports[name] = port
                break
            else:
                raise StartError("no free loopback port")
    return ports


def listens(port: int) -> bool:
    """Whether something accepts connections on that loopback port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
