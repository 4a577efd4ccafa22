"""Typed readings of values, as Slurm's parser makes them. All raise :class:`ValueProblem` for what it would refuse.

Source: src/common/parse_value.c, src/common/parse_time.c, src/interfaces/gres.c, src/common/slurm_protocol_defs.c
(``slurm_get_tres_weight_array``); the same from 22.05 to 26.05.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tenantry.backends.slurm.parse.lines import SPACE
from tenantry.model.duration import Duration
from tenantry.model.hostlist import HostList
from tenantry.model.limit import UNLIMITED, Unlimited
from tenantry.model.problem import ValueProblem, shown

YES: Final = frozenset({"yes", "up", "true", "1"})
NO: Final = frozenset({"no", "down", "false", "0"})
MAX_16: Final = 2**16 - 1
MAX_32: Final = 2**32 - 1
MAX_64: Final = 2**64 - 1

_NUMBER = re.compile(r"[ \t\n\v\f\r]*\+?(0[xX][0-9a-fA-F]+|[0-9]+)")
_TIME_ENDLESS: Final = frozenset({"infinite", "unlimited", "-1"})
_GRES_COUNT = re.compile(r"([0-9]{1,18})(?:([kmgtp])(i?b)?)?", re.IGNORECASE)
_DIGITS_OF_A_COUNT: Final = 2
_SOCKETS = re.compile(r"\(S:[^(),]*\)", re.IGNORECASE)
_WEIGHT = re.compile(r"([-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?)(?:([KMGTP]).*)?", re.IGNORECASE)
_POWERS: Final = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as Slurm reads one, and what there is to say of its spelling."""

    value: int
    octal: bool = False
    """It starts with 0: ``0777`` is 511."""
    hexadecimal: bool = False
    thousands: bool = False
    """It ends in K: times 1024, also where the unit is MiB already."""

    @property
    def surprising(self) -> bool:
        """Whether it is not the number that the digits show."""
        return self.octal or self.hexadecimal or self.thousands


def number(text: str, most: int = MAX_32) -> Number | Unlimited:
    """A number of slurm.conf; of up to 65535 where ``most`` says so, which then takes no K.

    UNLIMITED and INFINITE, in any case, are without limit.
    """
    if text.lower() in {"unlimited", "infinite"}:
        return UNLIMITED
    match = _NUMBER.match(text)
    rest = text[match.end() :] if match else text
    digits = match.group(1) if match else ""
    octal = len(digits) > 1 and digits[0] == "0" and digits[1] not in "xX"
    if octal and re.search("[89]", digits):
        raise ValueProblem(f"{shown(text)} is no number: after a leading 0 Slurm reads octal digits", "leave the 0 out")
    thousands = rest in {"k", "K"} and most > MAX_16
    if match is None or (rest and not thousands):
        raise ValueProblem(f"{shown(text)} is no number of slurm.conf", _number_hint(text, most))
    value = int(digits, 8 if octal else 16 if digits[1:2] in {"x", "X"} else 10) * (1024 if thousands else 1)
    if value > most:
        raise ValueProblem(f"{shown(text)} is above {most}", f"write at most {most}")
    return Number(value, octal, digits[1:2] in {"x", "X"}, thousands)


def memory(text: str) -> Number | Unlimited:
    """MiB, as RealMemory, DefMemPerGPU and the like are read: no suffix but K, which multiplies the MiB by 1024."""
    return number(text, MAX_64)


def boolean(text: str) -> bool:
    """YES, UP, TRUE or 1; NO, DOWN, FALSE or 0; in any case."""
    if text.lower() in YES:
        return True
    if text.lower() in NO:
        return False
    raise ValueProblem(f"{shown(text)} is neither yes nor no", "write YES or NO")


def duration(text: str) -> Duration | Unlimited:
    """A time as MaxTime is read: ``60`` is minutes, ``1:30`` minutes and seconds; UNLIMITED, INFINITE or -1."""
    return UNLIMITED if text.lower() in _TIME_ENDLESS else Duration.from_slurm(text)


def hosts(text: str) -> HostList:
    """A host list as Slurm reads it: spaces part hosts too, and empty elements are passed over."""
    return HostList.parse(re.sub(f"[{SPACE}]+", ",", text), skip_empty=True)


@dataclass(frozen=True, slots=True)
class Gres:
    """One item of a node's ``Gres``: ``gpu:h100:8``."""

    name: str
    type: str | None
    count: int
    """1 where none is written."""
    suffix: str = ""
    """``K`` of ``gpu:4K``, which is 4096 of them; KB would be 4000."""


def gres(text: str) -> tuple[Gres, ...]:
    """The ``Gres`` of a node: ``gpu:h100:8(S:0-1),shard:32``; what says on which socket a device is, is dropped.

    A type may be a number, as in ``gpu:4090:2``; one of up to two digits is taken for a count that stands twice. Slurm
    also takes ``gpu:4:a100``, as 1 of a type named ``4:a100``; it is refused here.
    """
    return tuple(_gres(item) for item in _SOCKETS.sub("", text).split(",") if item)


def _gres(item: str) -> Gres:
    name, *rest = item.split(":")
    rest = [part for part in rest if part.lower() != "no_consume"]
    hint = "write name:count or name:type:count, such as gpu:h100:8"
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) or len(rest) > 2 or "" in rest:
        raise ValueProblem(f"{shown(item)} is no name[:type]:count", hint)
    match = _GRES_COUNT.fullmatch(rest[-1]) if rest else None
    if match is None:
        kind = rest[0] if rest else None
        if len(rest) > 1 or (kind is not None and kind[0].isdigit()):
            raise ValueProblem(f"{shown(item)} has no count that Slurm reads", hint)
        return Gres(name, kind, 1)
    if len(rest) == 2 and rest[0].isdigit() and len(rest[0]) <= _DIGITS_OF_A_COUNT:
        raise ValueProblem(f"{shown(item)} has two counts", hint)
    suffix, unit = match.group(2) or "", match.group(3) or ""
    count = int(match.group(1)) * (1000 if unit.lower() == "b" else 1024) ** _POWERS[suffix.lower()]
    return Gres(name, rest[0] if len(rest) == 2 else None, count, suffix + unit)


def weights(text: str) -> dict[str, float]:
    """TRES weights, ``CPU=1.0,Mem=0.25G,GRES/gpu=2``: names in lower case, weights per counted unit.

    Memory and burst buffers are counted in MiB: 0.25G is 0.25 per GiB, and K and M change nothing. For any other
    resource a suffix divides by a power of 1024, too. Of a suffix Slurm reads the first letter alone.
    """
    found: dict[str, float] = {}
    for item in filter(None, text.split(",")):
        name, _, written = item.partition("=")
        match = _WEIGHT.fullmatch(written)
        if not name or any(char in SPACE for char in name) or match is None:
            hint = "write name=weight,... without spaces, such as CPU=1,Mem=0.25G,GRES/gpu=2"
            raise ValueProblem(f"{shown(item)} is no weight of a resource", hint)
        counted = _POWERS["m"] if name.lower() == "mem" or name.lower().startswith("bb/") else 0
        power = max(0, _POWERS[(match.group(2) or "").lower()] - counted)
        found[name.lower()] = float(match.group(1)) / 1024**power
    return found


def _number_hint(text: str, most: int) -> str:
    if re.fullmatch(r"[0-9.]+ ?[KMGTP]i?B?", text, re.IGNORECASE):
        return "write digits alone; memory is in MiB"
    return f"write a whole number from 0 to {most}, digits alone"
