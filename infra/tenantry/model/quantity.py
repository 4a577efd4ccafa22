"""Kubernetes resource quantities, exact, printed as the API server stores them.

Source: k8s.io/apimachinery pkg/api/resource (quantity.go, suffix.go); tests compare with that code's own answers.
"""

from __future__ import annotations

import re
from enum import Enum
from fractions import Fraction
from typing import Annotated, ClassVar, Final, Self

from tenantry.model.problem import ValueProblem, shown
from tenantry.model.scalar import Scalar, Written

NANO: Final = 10**9
MAX_VALUE: Final = 2**63 - 1  # Kubernetes caps or corrupts, silently, what is larger

_TEXT = re.compile(r"([+-]?)(?:([0-9]{1,40})(?:\.([0-9]{0,40}))?|\.([0-9]{1,40}))(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?[0-9]{1,2}))?")
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
    """Text that is no quantity, or one that cannot be kept exactly."""

    slug = "quantity"


class Quantity(Scalar):
    """An exact amount with the suffix family it was written in.

    Compared, hashed and computed with by value alone; ``str`` is the canonical form. Not Slurm memory: that is
    made from ``bytes``, on purpose.
    """

    __slots__ = ("format", "nano")
    problem = QuantityError
    example = "128Gi"
    json_schema: ClassVar = {
        "type": ["string", "number"],
        "description": "A Kubernetes quantity: 2Ti, 128Gi (powers of 1024), 500G (powers of 1000), 1500m (thousandths).",
        "pattern": r"^[+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$",
        "minimum": 0,
        "examples": ["2Ti", "128Gi", "1500m"],
    }

    nano: Final[int]
    format: Final[Format]

    def __init__(self, nano: int, format: Format = Format.DECIMAL) -> None:  # noqa: A002 - Kubernetes' own word
        """``nano`` is the amount in billionths; raises QuantityError beyond what Kubernetes holds."""
        if abs(nano) > MAX_VALUE * NANO:
            raise QuantityError("the amount is beyond what Kubernetes can hold", f"use at most {MAX_VALUE}")
        object.__setattr__(self, "nano", nano)
        object.__setattr__(self, "format", format)

    def __setattr__(self, name: str, _value: object) -> None:
        raise AttributeError(f"Quantity is immutable: {name}")

    def __reduce__(self) -> tuple[type[Quantity], tuple[int, Format]]:
        return (Quantity, (self.nano, self.format))

    @classmethod
    def parse(cls, text: str, *, negative: bool = False) -> Self:
        """Reads what the API server reads; raises QuantityError.

        Refused although Kubernetes takes it: what it would round (finer than a billionth) or cap (above 2^63-1),
        and a negative amount unless ``negative``.
        """
        match = _TEXT.fullmatch(text)
        if not match:
            raise QuantityError(f"{shown(text)} is not a Kubernetes quantity", _hint(text))
        sign, whole, decimals, bare, suffix, exponent = match.groups()
        digits, decimals = whole or "", decimals or bare or ""
        amount = Fraction(int(digits + decimals), 10 ** len(decimals)) * NANO
        form = Format.EXPONENT if exponent else Format.BINARY if suffix in _BINARY else Format.DECIMAL
        if form is Format.BINARY:
            amount *= 2 ** _BINARY[suffix]
        else:
            amount *= Fraction(10) ** (int(exponent) if exponent else _DECIMAL[suffix or ""])
        if amount.denominator != 1:
            raise QuantityError(f"{shown(text)} is finer than a billionth", "Kubernetes would round it: write fewer places")
        if sign == "-" and amount and not negative:
            raise QuantityError(f"the quantity {shown(text)} is negative", "write an amount from 0")
        # Kubernetes keeps the binary family only from one unit on.
        form = Format.DECIMAL if form is Format.BINARY and 0 < amount < NANO else form
        return cls(-int(amount) if sign == "-" else int(amount), form)

    @classmethod
    def read(cls, value: object) -> Self:
        """As ``Scalar.read``; a number of YAML counts as the text that was written."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return cls.parse(repr(value))
        return super(Quantity, cls).read(value)

    @classmethod
    def from_bytes(cls, count: int) -> Self:
        """Bytes, printed with Ki, Mi, Gi and so on."""
        return cls(count * NANO, Format.BINARY)

    @classmethod
    def from_milli(cls, count: int) -> Self:
        """Thousandths, as CPU is counted: 1500 prints ``1500m``."""
        return cls(count * (NANO // 1000))

    @classmethod
    def from_int(cls, count: int) -> Self:
        """A whole number of devices, CPUs or things."""
        return cls(count * NANO)

    @property
    def value(self) -> Fraction:
        """The exact amount."""
        return Fraction(self.nano, NANO)

    @property
    def bytes(self) -> int:
        """The amount as a whole number; raises QuantityError for a part of one."""
        return self._whole(NANO, "a whole number of bytes", "128Gi")

    @property
    def milli(self) -> int:
        """The amount in thousandths; raises QuantityError for a part of one."""
        return self._whole(NANO // 1000, "a whole number of thousandths", "1500m")

    def _whole(self, unit: int, what: str, example: str) -> int:
        count, rest = divmod(self.nano, unit)
        if rest:
            raise QuantityError(f"{self} is not {what}", f"write one, such as {example}")
        return count

    def __str__(self) -> str:
        """The canonical form: no fraction, the largest suffix, the family kept where that loses nothing."""
        if not self.nano:
            return "0"
        if self.format is Format.BINARY and abs(self.nano) >= 1024 * NANO and self.nano % NANO == 0:
            count, power = _factor(self.nano // NANO, 1024)
            return f"{count}{_BINARY_SUFFIX[power]}"
        count, power = _factor(self.nano, 1000)
        exponent = 3 * power - 9
        if self.format is Format.EXPONENT:
            return f"{count}e{exponent}" if exponent else str(count)
        return f"{count}{_DECIMAL_SUFFIX[exponent]}"

    def __repr__(self) -> str:
        return f"Quantity.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self.nano == other.nano if isinstance(other, Quantity) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.nano)

    def __lt__(self, other: Quantity) -> bool:
        return self.nano < other.nano

    def __le__(self, other: Quantity) -> bool:
        return self.nano <= other.nano

    def __gt__(self, other: Quantity) -> bool:
        return self.nano > other.nano

    def __ge__(self, other: Quantity) -> bool:
        return self.nano >= other.nano

    def __add__(self, other: Quantity) -> Quantity:
        return Quantity(self.nano + other.nano, self._family(other))

    def __sub__(self, other: Quantity) -> Quantity:
        return Quantity(self.nano - other.nano, self._family(other))

    def __mul__(self, times: int) -> Quantity:
        return Quantity(self.nano * times, self.format)

    def _family(self, other: Quantity) -> Format:
        return self.format if self.nano else other.format


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
        letter = match.group(2).upper()
        return f"write {match.group(1)}{letter}i (powers of 1024) or {match.group(1)}{letter.replace('K', 'k')} (powers of 1000)"
    return "write a number and, if wanted, one suffix of Ki Mi Gi Ti Pi Ei, k M G T P E, or m"


def read_memory(value: object) -> Quantity:
    """A quantity that is a whole number of bytes; raises QuantityError."""
    quantity = Quantity.read(value)
    quantity.bytes  # noqa: B018 - raises for a part of a byte
    return quantity


MemoryQuantity = Annotated[Quantity, Written(read_memory, str, Quantity.json_schema)]
"""Model field: a quantity that is a whole number of bytes."""
