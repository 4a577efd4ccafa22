"""A copy of the project with stacks and state of its own, driven by the real Pulumi CLI as a user would."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.real import ROOT, pulumi_cli

SHARED = ("templates", "policies", ".venv")


@dataclass(frozen=True)
class Answer:
    """What a command said."""

    code: int
    text: str


@dataclass(frozen=True)
class Project:
    """One project folder; its code is this checkout's."""

    folder: Path
    stack: str

    @classmethod
    def make(cls, folder: Path, stack: str) -> Project:
        """With one of the shipped stacks, its document copied so that a test may edit it."""
        for name in SHARED:
            (folder / name).symlink_to(ROOT / name)
        # Pulumi keeps the selected stack by the real path of this file: with a link, all projects would share it.
        shutil.copy(ROOT / "Pulumi.yaml", folder)
        # Real, not a link: the provider finds the project from the folder it runs in.
        (folder / "infra").mkdir()
        shutil.copy(ROOT / "infra" / "__main__.py", folder / "infra")
        (folder / "infra" / ".venv").symlink_to("../.venv")
        (folder / "state").mkdir()
        (folder / "stacks").mkdir()
        shutil.copytree(ROOT / "stacks" / stack, folder / "stacks" / stack)
        shutil.copy(ROOT / "stacks" / f"Pulumi.{stack}.yaml", folder / "stacks")
        project = cls(folder, stack)
        selected = project.pulumi("stack", "select", "--create", stack)
        assert selected.code == 0, selected.text
        return project

    @property
    def applied(self) -> Path:
        """Where the embedded target writes."""
        return self.folder / "out" / "applied" / self.stack

    @property
    def environment(self) -> dict[str, str]:
        """With a backend of the project's own, and without anybody's cluster."""
        own = {"PULUMI_BACKEND_URL": f"file://{self.folder / 'state'}?metadata=skip", "PULUMI_CONFIG_PASSPHRASE": ""}
        return {key: value for key, value in os.environ.items() if key != "KUBECONFIG"} | own

    def pulumi(self, *arguments: str) -> Answer:
        """Runs the CLI in the project; standard output and error together."""
        done = subprocess.run(
            [pulumi_cli(), *arguments, "--non-interactive", "--color", "never"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=240,
            check=False,
        )
        return Answer(done.returncode, done.stdout)

    def up_killed(self) -> None:
        """``pulumi up``, killed with all its processes as soon as it has written a file."""
        with subprocess.Popen(
            [pulumi_cli(), "up", "--yes", "--skip-preview", "--non-interactive"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as running:
            while not self.files():
                assert running.poll() is None, "pulumi up ended before it wrote anything"
                time.sleep(0.005)
            _kill_session(running.pid)

    def up(self, *arguments: str) -> str:
        """``pulumi up`` that must succeed."""
        answer = self.pulumi("up", "--yes", *arguments)
        assert answer.code == 0, answer.text
        return answer.text

    def files(self) -> dict[str, str]:
        """Every applied file by its path below :attr:`applied`."""
        found = (path for path in self.applied.rglob("*") if path.is_file())
        return {path.relative_to(self.applied).as_posix(): path.read_text() for path in found}

    def replace(self, file: str, old: str, new: str) -> None:
        """Edits the document; the text must be there."""
        path = self.folder / "stacks" / self.stack / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


def _kill_session(session: int) -> None:
    """Kills every process of a session: Pulumi gives its plugins process groups of their own."""
    os.killpg(session, signal.SIGKILL)
    for process in [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]:
        with suppress(ProcessLookupError):
            if os.getsid(process) == session:
                os.kill(process, signal.SIGKILL)
