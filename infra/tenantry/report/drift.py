"""Drift for people and for programs: the findings of every place, and each difference by its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tenantry.backends.slurm.drift.drift import Drift, Drifted
from tenantry.change.impact import Impact
from tenantry.emit import to_json
from tenantry.finding import Finding
from tenantry.report.base import plural
from tenantry.report.json import as_data


def json(findings: Sequence[Finding], drifted: Sequence[Drifted]) -> str:
    """The findings as ``check`` prints them and, beside them, ``differences``: subject, field and both values."""
    return to_json({**as_data(findings), "differences": [_difference(it) for it in drifted]})


def summary(drift: Drift) -> str:
    """``2 differences, which take scontrol reconfigure; compared with ssh ctl, stacks/lab/rendered``."""
    count = plural(len(drift.drifted), "difference") if drift.drifted else "no drift"
    if drift.takes is not Impact.NOTHING:
        count += f", which {'takes' if len(drift.drifted) == 1 else 'take'} {drift.takes.value}"
    return f"{count}; compared with {', '.join(drift.places)}"


def _difference(drifted: Drifted) -> dict[str, Any]:
    it = drifted.difference
    return {
        "code": drifted.code.code,
        "where": drifted.where,
        "subject": it.subject,
        "field": it.field,
        "wanted": it.wanted,
        "found": it.found,
        "impact": it.impact.value,
        "path": list(it.path),
        "found_at": asdict(it.found_at) if it.found_at else None,
    }
