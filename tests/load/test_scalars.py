from __future__ import annotations

import math

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tenantry.load.scalars import ScalarError, WrittenFloat, plain


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("Null", None),
        ("true", True),
        ("FALSE", False),
        ("0", 0),
        ("-0", 0),
        ("+12", 12),
        ("0x1F", 31),
        ("0o17", 15),
    ],
)
def test_core_schema(text: str, value: object) -> None:
    assert plain(text) == value
    assert type(plain(text)) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "yes",
        "on",
        "Off",
        "y",
        "12:00:00",
        "1:30",
        "1_000",
        "0b11",
        "2026-01-01",
        "2026-01-01T00:00:00Z",
        "NULLS",
        "nUll",
        "tRue",
        "0x",
        "0o8",
        "1e",
        "1.2.3",
        "24.11.1",
        ".",
        "-",
        "+.",
        "<<",
        "=",
        "١٢",
        "-1-",
        "0xFG",
        "inf",
    ],
)
def test_text_that_other_readers_take_for_something_else(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize("text", ["24.10", "1e3", "1.", ".5", "-1.5E-3", "+0.0", "00.5"])
def test_a_float_is_shown_as_typed(text: str) -> None:
    value = plain(text)
    assert isinstance(value, WrittenFloat)
    assert (str(value), repr(value), f"{value}") == (text, text, text)
    assert value == float(text)


def test_infinity_and_not_a_number() -> None:
    assert plain("-.inf") == -math.inf
    assert plain(".Inf") == math.inf
    nan = plain(".NaN")
    assert isinstance(nan, float)
    assert math.isnan(nan)


@pytest.mark.parametrize("text", ["0123", "00", "-007", "09"])
def test_leading_zeros_are_refused_with_both_readings(text: str) -> None:
    with pytest.raises(ScalarError) as caught:
        plain(text)
    assert text in caught.value.message
    assert str(int(text)) in caught.value.hint


@pytest.mark.parametrize("text", ["9" * 5000, "0x" + "f" * 100_000, "1e" + "9" * 100])
def test_numbers_are_bounded_before_they_are_converted(text: str) -> None:
    with pytest.raises(ScalarError, match="number of"):
        plain(text)


@given(st.one_of(st.from_regex(r"[-+]?[1-9][0-9]{0,20}|0x[0-9a-f]{1,9}|true|False|null", fullmatch=True)))
def test_agrees_with_yaml_1_1_where_both_know_the_form(text: str) -> None:
    assert plain(text) == yaml.safe_load(text)
