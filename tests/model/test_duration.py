"""Durations in our own spelling and in Slurm's."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from tenantry.model.duration import MAX_SECONDS, Duration, DurationError
from tests import strategies as own

DAY = 86_400


@pytest.mark.parametrize(
    ("text", "seconds", "canonical"),
    [
        ("90m", 5_400, "1h30m"),
        ("4h", 14_400, "4h"),
        ("2d12h", 60 * 3_600, "2d12h"),
        ("45s", 45, "45s"),
        ("1h30m", 5_400, "1h30m"),
        ("1d25h", 49 * 3_600, "2d1h"),
        ("7d", 7 * DAY, "7d"),
        ("2-12:00:00", 60 * 3_600, "2d12h"),
        ("1-6", 30 * 3_600, "1d6h"),
        ("1-6:30", 30 * 3_600 + 1_800, "1d6h30m"),
        ("0-00:00:30", 30, "30s"),
        ("12:00:00", 12 * 3_600, "12h"),
        ("48:00:00", 2 * DAY, "2d"),
    ],
)
def test_reads(text: str, seconds: int, canonical: str) -> None:
    duration = Duration.parse(text)
    assert duration.seconds == seconds
    assert str(duration) == canonical


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("1:30", "1 min 30 s, as Slurm reads it, or 1 h 30 min", "1m30s or 1h30m"),
        ("24:00", "24 min 0 s, as Slurm reads it, or 24 h 0 min", "24m0s or 24h0m"),
        ("60", "Slurm reads minutes", "60m, 60h or 60s"),
        ("", "not a duration", "90m"),
        ("h", "not a duration", "90m"),
        ("1h 30m", "not a duration", "90m"),
        ("30m1h", "not a duration", "90m"),
        ("1.5h", "not a duration", "90m"),
        ("-1h", "not a duration", "90m"),
        ("1w", "in weeks", "7d"),
        ("UNLIMITED", "not a duration", "90m"),
        ("1h\n", "not a duration", "90m"),
        ("1:90:00", "more than 59", "90m"),
        ("0s", "zero", "above zero"),
        ("0-00:00:00", "zero", "above zero"),
        ("99999d", "out of range", "24855 days"),
    ],
)
def test_refuses(text: str, message: str, hint: str) -> None:
    with pytest.raises(DurationError) as caught:
        Duration.parse(text)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_zero_only_where_asked() -> None:
    assert Duration.parse("0s", zero=True).seconds == 0
    assert str(Duration(0)) == "0s"


@pytest.mark.parametrize("value", [60, 1.5, True, None, 12 * 3600])
def test_refuses_other_values_of_yaml(value: object) -> None:
    with pytest.raises(DurationError):
        Duration.read(value)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("60", 3_600), ("1:30", 90), ("24:00", 1_440), ("24:00:00", DAY), ("2-12", 60 * 3_600), ("1:90", 150), ("0", 0)],
)
def test_reads_slurms_files_as_slurm_does(text: str, seconds: int) -> None:
    assert Duration.from_slurm(text).seconds == seconds


@pytest.mark.parametrize("text", ["UNLIMITED", "-1", "", "1h", "1-", "a-b"])
def test_refuses_what_slurm_does_not_read_as_a_time(text: str) -> None:
    with pytest.raises(DurationError):
        Duration.from_slurm(text)


def test_slurm_forms() -> None:
    assert Duration.parse("2d12h").slurm() == "2-12:00:00"
    assert Duration.parse("4h").slurm() == "0-04:00:00"
    assert [Duration(seconds).slurm_minutes() for seconds in (0, 1, 60, 61, 90)] == [0, 1, 1, 2, 2]


def test_orders_by_length() -> None:
    assert Duration.parse("90m") < Duration.parse("2h")
    assert {Duration.parse("90m"), Duration.parse("1h30m")} == {Duration(5_400)}


def test_range_is_slurms() -> None:
    assert Duration(MAX_SECONDS).slurm() == "24855-00:00:00"
    with pytest.raises(DurationError):
        Duration(MAX_SECONDS + 1)
    with pytest.raises(DurationError):
        Duration(-1)


@given(own.durations)
def test_round_trips_in_both_dialects(duration: Duration) -> None:
    assert Duration.parse(str(duration), zero=True) == duration
    assert Duration.parse(duration.slurm(), zero=True) == duration
    assert Duration.from_slurm(duration.slurm()) == duration
    assert duration.slurm_minutes() * 60 - duration.seconds in range(60)


@given(own.durations)
def test_schema_accepts_what_is_printed(duration: Duration) -> None:
    pattern = str(Duration.json_schema["pattern"])
    assert re.search(pattern, str(duration))
    assert re.search(pattern, duration.slurm())
