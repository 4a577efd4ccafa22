"""Kubernetes resource quantities, exact, printed as the API server stores them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Final, Self

from tenantry.model.problem import shown
from tenantry.model.quantity_text import NANO, Format, QuantityError, print_quantity, read_quantity
from tenantry.model.scalar import Scalar, Written

__all__ = ["Format", "MemoryQuantity", "Quantity", "QuantityError"]

MAX_VALUE: Final = 2**63 - 1  # Kubernetes caps or corrupts, silently, what is larger


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
        "description": "A Kubernetes quantity: 2Ti, 128Gi (powers of 1024), 500G (of 1000), 1500m (thousandths).",
        "pattern": r"^[+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?[0-9]+)?$",
        "minimum": 0,
        "examples": ["2Ti", "128Gi", "1500m"],
    }

    nano: int
    format: Format

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
        nano, form = read_quantity(text)
        if nano < 0 and not negative:
            raise QuantityError(f"the quantity {shown(text)} is negative", "write an amount from 0")
        return cls(nano, form)

    @classmethod
    def read(cls, value: object) -> Self:
        """As ``Scalar.read``; a number of YAML counts as the text that was written."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return cls.parse(repr(value))
        return super().read(value)

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
        return print_quantity(self.nano, self.format)

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


def read_memory(value: object) -> Quantity:
    """A quantity that is a whole number of bytes; raises QuantityError."""
    quantity = Quantity.read(value)
    quantity.bytes  # noqa: B018 - raises for a part of a byte
    return quantity


MemoryQuantity = Annotated[Quantity, Written(read_memory, str, Quantity.json_schema)]
"""Model field: a quantity that is a whole number of bytes."""
