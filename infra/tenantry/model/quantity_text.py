"""The text of Kubernetes quantities: read as the API server reads it, printed as it stores it.

Source: k8s.io/apimachinery pkg/api/resource (quantity.go, suffix.go); tests compare with that code's own answers.
"""

from __future__ import annotations

import re
from enum import Enum
from fractions import Fraction
from typing import Final

from tenantry.model.problem import ValueProblem, shown

NANO: Final = 10**9

_TEXT = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<whole>[0-9]{1,40})(?:\.(?P<places>[0-9]{0,40}))?|\.(?P<bare>[0-9]{1,40}))"
    r"(?:(?P<suffix>[numkMGTPE]|[KMGTPE]i)|[eE](?P<exponent>[+-]?[0-9]{1,2}))?"
)
_DECIMAL: Final = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY: Final = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_DECIMAL_SUFFIX: Final = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY_SUFFIX: Final = ("", *_BINARY)


class Format(Enum):
    """Which suffixes a quantity was written with and is printed with."""

    DECIMAL = "DecimalSI"
    BINARY = "BinarySI"
    EXPONENT = "DecimalExponent"


class QuantityError(ValueProblem):
    """Text that is no quantity, or an amount that cannot be kept exactly."""

    slug = "quantity"


def read_quantity(text: str) -> tuple[int, Format]:
    """The amount in billionths and the family of its suffix.

    Raises QuantityError for what Kubernetes refuses, and for what it would round (finer than a billionth).
    """
    match = _TEXT.fullmatch(text)
    if not match:
        raise QuantityError(f"{shown(text)} is not a Kubernetes quantity", _hint(text))
    places = match["places"] or match["bare"] or ""
    amount = Fraction(int((match["whole"] or "") + places), 10 ** len(places)) * NANO
    suffix, exponent = match["suffix"] or "", match["exponent"]
    if suffix in _BINARY:
        amount *= 2 ** _BINARY[suffix]
    else:
        amount *= Fraction(10) ** (int(exponent) if exponent else _DECIMAL[suffix])
    if amount.denominator != 1:
        hint = "Kubernetes would round it: write fewer places"
        raise QuantityError(f"{shown(text)} is finer than a billionth", hint)
    # Kubernetes keeps the binary family only from one unit on.
    binary = suffix in _BINARY and not 0 < amount < NANO
    form = Format.BINARY if binary else Format.EXPONENT if exponent else Format.DECIMAL
    return (-int(amount) if match["sign"] == "-" else int(amount)), form


def print_quantity(nano: int, form: Format) -> str:
    """The canonical form: no fraction, the largest suffix, the family kept where that loses nothing."""
    if not nano:
        return "0"
    if form is Format.BINARY and abs(nano) >= 1024 * NANO and nano % NANO == 0:
        count, power = _factor(nano // NANO, 1024)
        return f"{count}{_BINARY_SUFFIX[power]}"
    count, power = _factor(nano, 1000)
    exponent = 3 * power - 9
    if form is Format.EXPONENT:
        return f"{count}e{exponent}" if exponent else str(count)
    return f"{count}{_DECIMAL_SUFFIX[exponent]}"


def _factor(number: int, base: int) -> tuple[int, int]:
    power = 0
    while number % base == 0:
        number //= base
        power += 1
    return number, power


def _hint(text: str) -> str:
    if "," in text:
        return f"write a point, not a comma: {shown(text.replace(',', '.'))}"
    if match := re.fullmatch(r"([0-9.]+) *([kKmMgGtTpPeE])(i?)[bB]?", text):
        number, letter = match.group(1), match.group(2).upper()
        return f"write {number}{letter}i (powers of 1024) or {number}{letter.replace('K', 'k')} (powers of 1000)"
    return "write a number and, if wanted, one suffix of Ki Mi Gi Ti Pi Ei, k M G T P E, or m"
