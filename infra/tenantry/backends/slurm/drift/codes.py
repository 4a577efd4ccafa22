"""The kinds of drift: one table of codes, never used again for something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tenantry.backends.slurm.effective.things import Kind
from tenantry.backends.slurm.parse.codes import Code
from tenantry.finding import Severity

_BY_HAND: Final = "Somebody changed it by hand, or the document was changed and not applied."

SETTING: Final = Code("DRF101", Severity.ERROR, "a setting of the cluster is not as the document says", _BY_HAND)
PARTITION: Final = Code(
    "DRF102",
    Severity.ERROR,
    "a partition is not as the document says",
    f"{_BY_HAND} What `scontrol update` changed is lost at the next `scontrol reconfigure`.",
)
NODE: Final = Code(
    "DRF103",
    Severity.ERROR,
    "a node is not as the document says",
    f"{_BY_HAND} States are no drift: an operator's drain and a failure change nobody's entitlement.",
)
DEVICES: Final = Code(
    "DRF104",
    Severity.ERROR,
    "gres.conf is not as the document says",
    "slurmd finds other devices than the quotas count, or fences them otherwise.",
)
TOPOLOGY: Final = Code("DRF105", Severity.ERROR, "a switch or block is not as the document says", _BY_HAND)
QOS: Final = Code("DRF106", Severity.ERROR, "a QOS is not as the document says", _BY_HAND)
ACCOUNT: Final = Code("DRF107", Severity.ERROR, "an account is not as the document says", _BY_HAND)
USER: Final = Code("DRF108", Severity.ERROR, "a user is not as the document says", _BY_HAND)
RELEASE: Final = Code(
    "DRF109",
    Severity.ERROR,
    "the cluster runs another Slurm release than the document is written for",
    "What is written for one release may mean something else to another, or stop its daemons.",
)
RENDERED: Final = Code(
    "DRF110",
    Severity.ERROR,
    "a rendered file is not what the document makes",
    "Whoever reads or applies the committed files gets another policy than the document's.",
)
UNSEEN: Final = Code(
    "DRF111",
    Severity.INFO,
    "something of the document could not be compared",
    "A running Slurm does not show everything: no drift was found there because nobody could look.",
)

CODES: Final = (SETTING, PARTITION, NODE, DEVICES, TOPOLOGY, QOS, ACCOUNT, USER, RELEASE, RENDERED, UNSEEN)
"""In the order of their numbers."""

BY_KIND: Final[Mapping[Kind, Code]] = {
    Kind.CONFIG: SETTING,
    Kind.CGROUP: SETTING,
    Kind.PARTITION: PARTITION,
    Kind.NODE: NODE,
    Kind.GRES: DEVICES,
    Kind.TOPOLOGY: TOPOLOGY,
}
