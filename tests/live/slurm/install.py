"""Where Debian's Slurm is, and whether this machine can run it."""

import os
import platform
import shutil
import subprocess
from functools import cache
from pathlib import Path

RECIPE = Path(__file__).parents[3] / "tools/slurm/install.sh"

RELEASES = {"bookworm": "22.05", "trixie": "24.11", "sid": "26.05"}
"""The Slurm release each suite of Debian carries; sid moves."""


@cache
def folder(suite: str) -> Path:
    """The folder of a suite, whether it is there or not; see tools/slurm/install.sh."""
    found = subprocess.run([RECIPE, "--where", suite], check=True, capture_output=True, text=True)
    return Path(found.stdout.strip())


def missing(suite: str) -> str | None:
    """Why a suite's daemons cannot run here, or None."""
    if platform.system() != "Linux":
        return f"Slurm's daemons run on Linux, this is {platform.system()}"
    if os.geteuid() != 0:
        return "not root: Slurm's daemons run in a chroot with namespaces of their own"
    if not _namespaces():
        return "no private namespaces here: Slurm's daemons need CAP_SYS_ADMIN (a privileged container has it)"
    if not folder(suite).is_dir():
        return f"Slurm {RELEASES[suite]} is not installed: tools/slurm/install.sh {suite}"
    return None


@cache
def _namespaces() -> bool:
    trial = [
        "unshare",
        "--net",
        "--mount",
        "--uts",
        "--ipc",
        "--pid",
        "--fork",
        "mount",
        "-t",
        "tmpfs",
        "tmpfs",
        "/mnt",
    ]
    return (
        shutil.which("unshare") is not None and subprocess.run(trial, capture_output=True, check=False).returncode == 0
    )
