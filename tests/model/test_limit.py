"""Three states: not set, a number, without limit; and how the value types stand in a model."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel, ConfigDict, ValidationError

from tenantry.model.duration import Duration, DurationOrZero
from tenantry.model.hostlist import HostList
from tenantry.model.limit import UNLIMITED, Count, DurationLimit, Limit, LimitError, count_add, read_limit
from tenantry.model.memory import SlurmMemory
from tenantry.model.quantity import MemoryQuantity, Quantity
from tenantry.model.tres import Tres
from tests import strategies as own


class Example(BaseModel):
    """One field of each kind."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    hosts: HostList | None = None
    cpu: Quantity | None = None
    memory: MemoryQuantity | None = None
    real_memory: SlurmMemory | None = None
    time: Duration | None = None
    grace: DurationOrZero | None = None
    tres: Tres | None = None
    jobs: Limit | None = None
    wall: DurationLimit | None = None


GOOD: dict[str, tuple[Any, Any]] = {
    "hosts": ("n2,n1", "n[1-2]"),
    "cpu": (1.5, "1500m"),
    "memory": ("4096Gi", "4Ti"),
    "real_memory": (2048, "2G"),
    "time": ("90m", "1h30m"),
    "grace": ("0s", "0s"),
    "tres": ("GRES/gpu=8,cpu=1", "cpu=1,gres/gpu=8"),
    "jobs": (0, 0),
    "wall": ("2-00:00:00", "2d"),
}

BAD: dict[str, tuple[Any, str]] = {
    "hosts": ("n[1-", "hostlist"),
    "cpu": ("2TB", "quantity"),
    "memory": ("500m", "quantity"),
    "real_memory": ("64Gi", "slurm_memory"),
    "time": ("1:30", "duration"),
    "grace": (5, "duration"),
    "tres": ("gpu=1", "tres"),
    "jobs": (True, "limit"),
    "wall": ("UNLIMITED", "duration"),
}


@pytest.mark.parametrize("field", GOOD)
def test_a_field_reads_text_and_writes_it_back_canonically(field: str) -> None:
    given_value, written = GOOD[field]
    example = Example.model_validate({field: given_value})
    assert example.model_dump(exclude_none=True) == {field: written}
    assert Example.model_validate_json(example.model_dump_json()) == example
    assert Example.model_validate({field: getattr(example, field)}) == example


@pytest.mark.parametrize("field", BAD)
def test_a_field_refuses_with_our_own_words(field: str) -> None:
    value, kind = BAD[field]
    with pytest.raises(ValidationError) as caught:
        Example.model_validate({field: value})
    (error,) = caught.value.errors()
    assert (error["loc"], error["type"]) == ((field,), kind)
    assert error["msg"] == f"{error['ctx']['message']}; {error['ctx']['hint']}"


@pytest.mark.parametrize("field", GOOD)
def test_a_field_has_a_schema_that_an_editor_can_use(field: str) -> None:
    schema = Example.model_json_schema()["properties"][field]["anyOf"]
    assert schema[-1] == {"type": "null"}
    assert schema[0]["description"]
    assert schema[0]["examples"]


@pytest.mark.parametrize("value", [0, 8, "unlimited", UNLIMITED])
def test_limit_reads(value: object) -> None:
    assert str(read_limit(value)) == str(value)


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (True, "whole number"),
        (None, "leave the key out"),
        (-1, "unlimited for no limit"),
        (2**31, "at most 2147483647"),
        (8.0, "whole number: 8"),
        (0.5, "whole number"),
        (float("nan"), "whole number"),
        ("8", "write 8 without quotes"),
        ("9" * 30, "without quotes"),
        ("UNLIMITED", "lower case"),
        ("infinite", "write unlimited"),
        ("", "whole number"),
        ([], "whole number"),
    ],
)
def test_limit_refuses(value: object, hint: str) -> None:
    with pytest.raises(LimitError) as caught:
        read_limit(value)
    assert hint in caught.value.hint


def test_wall_reads_unlimited() -> None:
    assert Example(wall=UNLIMITED).wall is UNLIMITED
    assert Example.model_validate({"wall": "unlimited"}).wall is UNLIMITED
    assert Example.model_validate({"wall": "unlimited"}).model_dump(exclude_none=True) == {"wall": "unlimited"}


@given(own.counts, own.counts)
def test_unlimited_absorbs(left: Count, right: Count) -> None:
    as_float = {UNLIMITED: float("inf")}
    a, b = (as_float.get(count, count) for count in (left, right))
    total = count_add(left, right)
    assert as_float.get(total, total) == a + b
