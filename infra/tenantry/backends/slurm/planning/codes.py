"""What keeps the accounting database from being planned: one table of codes, never used again for something else."""

from __future__ import annotations

from typing import Final

from tenantry.backends.slurm.parse.codes import Code
from tenantry.finding import Severity

UNKNOWN_TRES: Final = Code(
    "PLN101",
    Severity.ERROR,
    "a limit on a resource that the accounting database does not know",
    "sacctmgr refuses a limit on it. slurmctld registers what AccountingStorageTRES names when it starts.",
)
NAME: Final = Code(
    "PLN102",
    Severity.ERROR,
    "a name in the accounting database that cannot be passed on safely",
    "Over ssh a shell reads every word again; a name is never quoted by luck.",
)
RELEASE: Final = Code(
    "PLN103",
    Severity.ERROR,
    "the cluster runs another Slurm release than the document is written for",
    "What sacctmgr takes, and what the daemons do with it, differs from release to release.",
)

CODES: Final = (UNKNOWN_TRES, NAME, RELEASE)
"""In the order of their numbers."""
