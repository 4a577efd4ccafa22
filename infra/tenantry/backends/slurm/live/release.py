"""Which Slurm it is that answers."""

from __future__ import annotations

import re
from typing import Final

from tenantry.backends.slurm.live.commands import Commands, UnreachableError

VERSION: Final = ("sacctmgr", "--version")
_VERSION: Final = re.compile(r"\b(\d{2})\.(\d{2})\b")


def release(commands: Commands, otherwise: str = "") -> str:
    """``24.11``; ``otherwise`` where nobody says."""
    try:
        answer = commands.run(VERSION)
    except UnreachableError:
        return otherwise
    match = _VERSION.search(answer.out) if answer.code == 0 else None
    return f"{match[1]}.{match[2]}" if match else otherwise
