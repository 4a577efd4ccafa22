"""Which line of a document an attribute comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tenantry.backends.slurm.accounting.types import Entity, Record
from tenantry.finding import Path

_KEYS: Final[Mapping[tuple[Entity, str], Mapping[str, str]]] = {
    (Entity.ACCOUNT, "teams"): {
        "Parent": "department",
        "Fairshare": "share",
        "GrpTRES": "quota",
        "MaxTRESPerJob": "perJob",
        "GrpJobs": "maxRunningJobs",
        "GrpSubmitJobs": "maxSubmittedJobs",
        "QOS": "tiers",
        "DefaultQOS": "tiers",
    },
    (Entity.ACCOUNT, "departments"): {"Fairshare": "share", "GrpTRES": "cap"},
    (Entity.QOS, "tiers"): {"MaxWall": "maxTime", "GraceTime": "grace", "Preempt": "preempts"},
    (Entity.ASSOCIATION, "teams"): {"GrpTRES": "perUser"},
}
"""Kind of thing and section of the document to attribute to key, below the entry itself."""


def reason(record: Record, attribute: str) -> Path:
    """The model path; where a document leaves the key out, its nearest parent stands for it."""
    section = str(record.path[0]) if record.path else ""
    key = _KEYS.get((record.key.entity, section), {}).get(attribute)
    return record.path if key is None else (*record.path[:2], key)
