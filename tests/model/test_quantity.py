"""Kubernetes quantities against the answers of Kubernetes' own code."""

from __future__ import annotations

import operator
import pickle
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.model.quantity import Format, Quantity, QuantityError
from tests import strategies as own

TABLE = [
    line.split("\t")
    for line in (Path(__file__).parent / "quantity_canonical.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("text", "canonical"), TABLE, ids=[repr(text) for text, _ in TABLE])
def test_prints_what_kubernetes_prints(text: str, canonical: str) -> None:
    if canonical == "refused":
        with pytest.raises(QuantityError) as caught:
            Quantity.parse(text)
        assert caught.value.hint
    else:
        assert str(Quantity.parse(text, negative=True)) == canonical


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("2TB", "2Ti (powers of 1024) or 2T"),
        ("64 GB", "64Gi (powers of 1024) or 64G"),
        ("4ti", "4Ti (powers of 1024) or 4T"),
        ("1K", "1Ki (powers of 1024) or 1k"),
        ("1,5", "write a point, not a comma: '1.5'"),
        ("-1", "from 0"),
        ("lots", "one suffix of Ki"),
        ("", "one suffix of Ki"),
    ],
)
def test_refusal_says_what_would_be_right(text: str, hint: str) -> None:
    with pytest.raises(QuantityError) as caught:
        Quantity.parse(text)
    assert hint in caught.value.hint
    assert repr(text) in caught.value.message


@pytest.mark.parametrize(
    "text", ["100Ei", "8Ei", "1000E", "9223372036854775808", "0.1n", "1e-10", "+", ".", "Gi", "1e99"]
)
def test_refuses_what_kubernetes_would_round_cap_or_guess(text: str) -> None:
    with pytest.raises(QuantityError):
        Quantity.parse(text)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (3, "3"), (2000, "2k"), (0.5, "500m"), (1000.0, "1k")])
def test_reads_numbers_of_yaml(value: float, text: str) -> None:
    assert str(Quantity.read(value)) == text


@pytest.mark.parametrize("value", [True, None, [], float("nan"), float("inf"), -1])
def test_refuses_other_values_of_yaml(value: object) -> None:
    with pytest.raises(QuantityError):
        Quantity.read(value)


def test_bytes_and_thousandths_are_exact_or_refused() -> None:
    assert Quantity.parse("2Ti").bytes == 2 * 2**40
    assert Quantity.parse("1500m").milli == 1500
    assert Quantity.parse("1.5Gi").milli == 3 * 2**29 * 1000
    with pytest.raises(QuantityError, match="500m is not a whole number of bytes"):
        _ = Quantity.parse("500m").bytes
    with pytest.raises(QuantityError, match="100u is not a whole number of thousandths"):
        _ = Quantity.parse("100u").milli


def test_made_from_numbers() -> None:
    assert str(Quantity.from_bytes(4 * 2**40)) == "4Ti"
    assert str(Quantity.from_bytes(1000)) == "1k"
    assert str(Quantity.from_milli(1500)) == "1500m"
    assert str(Quantity.from_milli(512_000)) == "512"
    assert str(Quantity.from_int(512)) == "512"


def test_is_immutable_and_copies() -> None:
    quantity = Quantity.parse("2Ti")
    with pytest.raises(AttributeError):
        quantity.nano = 0  # type: ignore[misc]
    copy = pickle.loads(pickle.dumps(quantity))
    assert (copy, copy.format) == (quantity, Format.BINARY)
    assert quantity != "2Ti"


@given(own.quantity_texts)
def test_canonical_form_is_stable_and_keeps_the_value(text: str) -> None:
    quantity = Quantity.parse(text)
    printed = str(quantity)
    assert Quantity.parse(printed) == quantity
    assert str(Quantity.parse(printed)) == printed
    assert "." not in printed


@given(st.integers(-(2**63) + 1, 2**63 - 1), st.sampled_from(Format))
def test_every_whole_amount_survives_printing(count: int, form: Format) -> None:
    quantity = Quantity(count * 10**9, form)
    assert Quantity.parse(str(quantity), negative=True).value == count


@given(own.quantities, own.quantities)
def test_compares_by_value(left: Quantity, right: Quantity) -> None:
    for compare in (operator.eq, operator.lt, operator.le, operator.gt, operator.ge):
        assert compare(left, right) == compare(left.value, right.value)
    assert left != right or hash(left) == hash(right)


@given(st.integers(0, 2**50), st.integers(0, 2**50), st.integers(0, 1000))
def test_computes_by_value(left: int, right: int, times: int) -> None:
    a, b = Quantity.from_bytes(left), Quantity.from_milli(right)
    assert (a + b).value == left + Fraction(right, 1000)
    assert (a - b).value == left - Fraction(right, 1000)
    assert (a * times).bytes == left * times
