"""A node's GRES as slurm.conf has it and as its slurmd registered it, from what ``scontrol show node`` prints.

``Gres`` is what slurmd registered, ``CfgTRES`` what slurmctld was configured with: after slurm.conf was changed from 4
devices to 3, 22.05, 24.11 and 26.05 go on printing ``Gres=gpu:l40s:4`` for a node whose gres.conf names 4, beside
``CfgTRES=...gres/gpu:l40s=3``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tenantry.backends.slurm.effective.forms import gres, same
from tenantry.backends.slurm.effective.things import Said
from tenantry.backends.slurm.parse import values
from tenantry.model.problem import ValueProblem

REGISTERED: Final = "registered gres"
"""The field, in lower case, for what slurmd says a node has."""
_HERE: Final = frozenset({"IDLE", "ALLOCATED", "MIXED"})
_TRES: Final = re.compile(r"gres/(\w[\w-]*)(?::([^=,]+))?=(\d+)")


def with_counts(fields: Mapping[str, Said], tracked: frozenset[str]) -> dict[str, Said]:
    """A node's fields with its configured GRES and, of a node that is up, the registered ones where they are others.

    ``tracked`` are the TRES of the cluster: of a type that is none of them CfgTRES says nothing, and ``Gres`` counts.
    """
    found = dict(fields)
    printed = fields.get("gres")
    if printed is None:
        return found
    if "cfgtres" in fields and _all_tracked(printed.value, tracked):
        own = configured(fields["cfgtres"].value)
        found["gres"] = Said("Gres", own)
        if _is_here(fields) and not same(gres, own, printed.value):
            found[REGISTERED] = Said("registered Gres", printed.value)
    return found


def _is_here(fields: Mapping[str, Said]) -> bool:
    """Whether the node is up: what is printed of any other is what it had when it last was."""
    return "state" in fields and fields["state"].value.split("+")[0] in _HERE


def configured(tres: str) -> str:
    """``gpu:h100:8`` of ``cpu=4,gres/gpu=8,gres/gpu:h100=8``; what no type covers stands without one."""
    typed: dict[str, dict[str, int]] = {}
    total: dict[str, int] = {}
    for name, kind, count in _TRES.findall(tres):
        if kind:
            typed.setdefault(name, {})[kind] = int(count)
        else:
            total[name] = int(count)
    items = [f"{name}:{kind}:{count}" for name, kinds in typed.items() for kind, count in kinds.items()]
    rest = {name: count - sum(typed.get(name, {}).values()) for name, count in total.items()}
    return ",".join(sorted([*items, *(f"{name}:{count}" for name, count in rest.items() if count > 0)]))


def _all_tracked(printed: str, tracked: frozenset[str]) -> bool:
    try:
        items = values.gres("" if printed == "(null)" else printed)
    except ValueProblem:
        return False
    return all(f"gres/{it.name}:{it.type}".lower() in tracked for it in items)
