"""What a team is entitled to, flavor by flavor, and where that lives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from tenantry.model.base import Model
from tenantry.model.limit import Limit
from tenantry.model.scheduler import Scheduler

Count = Annotated[int, Field(ge=0, le=10_000_000)]
"""A number of devices (CPUs for a flavor without GPUs)."""

SchedulerField = Annotated[Scheduler, Field(strict=False)]


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


On = Annotated[
    tuple[SchedulerField, ...],
    Field(strict=False, min_length=1),
    BeforeValidator(
        _as_list, json_schema_input_type=SchedulerField | Annotated[tuple[SchedulerField, ...], Field(min_length=1)]
    ),
]
"""The schedulers that hold it: ``slurm``, ``kueue`` or a list of both (then a split says how much on each)."""


def text_or_other(value: Any) -> str:
    """Which side of a union of a word and something else a value is on, so that only that side's errors are told."""
    return "<word>" if isinstance(value, str) else "<other>"  # brackets: never a key of a document


Split = Annotated[
    Annotated[Literal["proportional"], Tag("<word>")] | Annotated[dict[SchedulerField, Count], Tag("<other>")],
    Discriminator(text_or_other),
]
"""Devices on each scheduler, or ``proportional`` to what the pinned splits leave of each scheduler's capacity."""


class Quota(Model):
    """Devices of one flavor. A bare number in the document is ``nominal``."""

    nominal: Count
    """Devices that are guaranteed."""
    borrow: Limit | None = None
    """Devices beyond nominal while others leave them idle. Left out: without limit in a fair group, 0 in a hard one."""
    lend: Limit | None = None
    """Nominal devices that others may use while idle. Left out: all in a fair group, 0 in a hard one."""
    on: On | None = None
    """Where it lives: ``slurm``, ``kueue`` or both."""
    split: Split | None = None
    """Devices on each scheduler, or ``proportional`` to what the pinned splits leave of each scheduler's capacity."""


def _quota(value: Any) -> Any:
    return {"nominal": value} if isinstance(value, int) and not isinstance(value, bool) else value


QuotaField = Annotated[Quota, BeforeValidator(_quota, json_schema_input_type=Count | Quota)]


class Placement(Model):
    """The fleet's default for where quota lives."""

    on: On | None = None
    """Where it lives: ``slurm``, ``kueue`` or both."""
    split: Literal["proportional"] | None = None
    """``proportional`` to what the pinned splits leave of each scheduler's capacity."""
