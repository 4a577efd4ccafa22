"""Memory as Slurm counts it: whole MiB. Never mixed with a Kubernetes quantity; bytes are the only bridge."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, Self

from tenantry.model.problem import ValueProblem, shown
from tenantry.model.scalar import Scalar

MIB: Final = 2**20
_MAX_MIB: Final = 2**44  # 16 EiB: all that 64 bits of bytes can name

_TEXT = re.compile(r"([0-9]{1,18})(?:\.([0-9]{1,6}))?([KMGTP]?)", re.IGNORECASE)
_FACTORS: Final = {
    "K": Fraction(1, 2**10),
    "": Fraction(1),
    "M": Fraction(1),
    "G": Fraction(2**10),
    "T": Fraction(2**20),
    "P": Fraction(2**30),
}
_SUFFIXES: Final = (("P", 2**30), ("T", 2**20), ("G", 2**10))


class SlurmMemoryError(ValueProblem):
    """Text that is no memory of Slurm's."""

    slug = "slurm_memory"


@dataclass(frozen=True, slots=True, order=True)
class SlurmMemory(Scalar):
    """A number of MiB, as RealMemory, DefMemPerGPU and the TRES ``mem`` mean it."""

    mib: int

    problem = SlurmMemoryError
    example = "64G"
    json_schema: ClassVar = {
        "type": "string",
        "description": "Memory as Slurm writes it: MiB, or with a suffix M, G, T or P (powers of 1024).",
        "pattern": r"^[0-9]+(\.[0-9]+)?[KMGTPkmgtp]?$",
        "examples": ["64G", "128000", "1T"],
    }

    def __post_init__(self) -> None:
        if not 0 <= self.mib <= _MAX_MIB:
            raise SlurmMemoryError(f"{shown(self.mib)} MiB is out of range", f"use 0 to {_MAX_MIB} MiB")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads ``64G``, ``128000`` (MiB), ``1T``, and the ``1.50T`` that sacctmgr prints; raises SlurmMemoryError.

        Powers of 1024 always, as the suffixes of TRES limits are. A result that is no whole MiB is refused.
        """
        match = _TEXT.fullmatch(text)
        if not match:
            raise SlurmMemoryError(f"{shown(text)} is not memory as Slurm writes it", _hint(text))
        whole, fraction, suffix = match.group(1), match.group(2) or "", match.group(3).upper()
        mib = Fraction(int(whole + fraction), 10 ** len(fraction)) * _FACTORS[suffix]
        if mib.denominator != 1:
            raise SlurmMemoryError(f"{shown(text)} is no whole number of MiB", "Slurm counts memory in MiB: write one")
        return cls(int(mib))

    @classmethod
    def read(cls, value: object) -> Self:
        """As ``Scalar.read``; a bare whole number is MiB."""
        if isinstance(value, int) and not isinstance(value, bool):
            return cls(value)
        return super(SlurmMemory, cls).read(value)

    @classmethod
    def from_bytes(cls, count: int) -> Self:
        """The whole MiB in ``count`` bytes; what is left over is dropped, so that a node never promises too much."""
        return cls(count // MIB)

    @property
    def bytes(self) -> int:
        """The exact number of bytes."""
        return self.mib * MIB

    def __str__(self) -> str:
        """With the largest suffix that leaves a whole number, for TRES limits.

        Files need ``mib`` instead: slurm.conf refuses every suffix but K. Never a fraction: sacctmgr prints
        ``1.50T`` but would read it as 1.
        """
        if not self.mib:
            return "0"
        for suffix, size in _SUFFIXES:
            if self.mib % size == 0:
                return f"{self.mib // size}{suffix}"
        return f"{self.mib}M"


def _hint(text: str) -> str:
    if re.fullmatch(r"[0-9.]+ ?[KMGTP]i?B?", text, re.IGNORECASE):
        return f"write a number and one letter, such as {re.sub('[^0-9.]', '', text)}{text.strip('iBb ')[-1].upper()}"
    return "write MiB, or a number with K, M, G, T or P, such as 64G"
