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
OTHER_FLEET: Final = Code(
    "PLN104",
    Severity.ERROR,
    "a QOS that another fleet has in the same accounting database",
    "A database has one QOS of a name for all of its clusters: two documents would set its limits in turn, and each "
    "would change those of the other's jobs. `naming.qos` and `naming.partition` keep them apart.",
)

CODES: Final = (UNKNOWN_TRES, NAME, RELEASE, OTHER_FLEET)
"""In the order of their numbers."""
