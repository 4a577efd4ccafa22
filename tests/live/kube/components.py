"""Finds what tools/kube/install.sh has built."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.support.real import ROOT, require

INSTALL = ROOT / "tools" / "kube" / "install.sh"


@dataclass(frozen=True, slots=True)
class Components:
    """Folders of built components, each with a ``bin/``; Kueue's has its manifests in ``config/`` too."""

    server: Path
    kueue: Path
    scheduler: Path | None


def find_components(kueue: str, *, scheduler: bool = False) -> Components:
    """The built components for a Kueue release such as ``0.17``; where one is missing, `require` has the word."""
    wanted = [*(["--scheduler"] if scheduler else []), kueue]
    lines = subprocess.run(
        [INSTALL, "--where", *wanted], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    folders = {name: Path(folder) for name, folder in (line.split("\t") for line in lines)}
    missing = sorted(name for name, folder in folders.items() if not folder.is_dir())
    require(not missing, f"{', '.join(missing)} not built: run tools/kube/install.sh {' '.join(wanted)}")
    return Components(folders["server"], folders[f"kueue-{kueue}"], folders.get("scheduler"))
