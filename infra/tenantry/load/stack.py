"""Pulumi's stacks, as far as choosing a document needs them: which is selected, and which document one names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tenantry.load.yaml import parse

_SECONDS = 30


def document_of(stack: str, root: Path) -> str | None:
    """``tenantry:document`` of ``stacks/Pulumi.<stack>.yaml``, relative to the project; None where it says nothing."""
    file = root / "stacks" / f"Pulumi.{stack}.yaml"
    if not file.is_file():
        return None
    config = parse(file.read_bytes(), str(file)).data.get("config")
    document = config.get("tenantry:document") if isinstance(config, dict) else None
    return document if isinstance(document, str) and document else None


def selected(root: Path) -> str | None:
    """The stack that Pulumi works on in this project: PULUMI_STACK, else what its CLI says; None without either."""
    if not (root / "Pulumi.yaml").is_file():
        return None
    if named := os.environ.get("PULUMI_STACK"):
        return named.rsplit("/", 1)[-1]
    beside = Path(sys.executable).with_name("pulumi")
    cli = str(beside) if beside.is_file() else shutil.which("pulumi")
    if cli is None:
        return None
    try:
        told = subprocess.run(
            [cli, "stack", "--show-name", "--non-interactive"],
            cwd=root,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return told.stdout.strip() or None if told.returncode == 0 else None
