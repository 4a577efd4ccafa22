"""Forms of values: what sacctmgr prints and takes, to what they mean and back.

Source: sacctmgr(1); src/sacctmgr/{qos,association}_functions.c. Read from 22.05, 24.11 and 26.05, which print alike.
All reading raises ValueError for what none of them prints.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tenantry.backends.slurm.accounting.types import Value
from tenantry.model.duration import Duration

PARENT: Final = 2**31 - 1
"""``Fairshare=parent``: a user shares as the account does. It is printed as a word here, as this number elsewhere."""

_CLOCK: Final = re.compile(r"(?:([0-9]+)-)?([0-9]+):([0-9]{2}):([0-9]{2})")
_AMOUNT: Final = re.compile(r"([0-9]+)(?:\.([0-9]+))?([KMGTPE]?)")
_POWERS: Final = "KMGTPE"
_MEBI: Final = ("mem", "vmem", "bb/")
"""TRES that are counted in MiB."""


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of value is read, written and taken back."""

    read: Callable[[str], Value | None]
    """None for nothing set, however that is written: empty, a default, ``-1``."""
    write: Callable[[Value], str]
    clear: str | None
    """What takes a value back; None where each part of one is taken back by itself."""


def _nothing(text: str) -> bool:
    return text in {"", "-1"}


def _count(text: str) -> int | None:
    return None if _nothing(text) else int(text)


def _count_or_zero(text: str) -> int | None:
    return _count(text) or None


def _fairshare(text: str) -> int | None:
    return PARENT if text.lower() == "parent" else _count(text)


def _write_fairshare(value: Value) -> str:
    return "parent" if value == PARENT else str(value)


def _clock(text: str) -> int | None:
    """Seconds of ``D-HH:MM:SS``, which is how every time is printed; None for what is no such thing."""
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _seconds(text: str) -> int | None:
    """As printed, and seconds as typed."""
    seconds = _clock(text)
    return _count_or_zero(text) if seconds is None else seconds or None


def _minutes(text: str) -> int | None:
    """Rounded up to whole minutes, as slurmdbd keeps them."""
    if _nothing(text):
        return None
    seconds = _clock(text)
    return -(-(Duration.from_slurm(text).seconds if seconds is None else seconds) // 60)


def _word(text: str) -> str | None:
    return text or None


def _name(text: str) -> str | None:
    return None if _nothing(text) else text.lower()


def _mode(text: str) -> str | None:
    """``cluster`` is what PreemptMode of slurm.conf says."""
    return None if text.lower() in {"", "cluster"} else text.lower()


def _words(text: str) -> tuple[str, ...] | None:
    return tuple(sorted({part.strip() for part in text.split(",") if part.strip() and part != "-1"})) or None


def _names(text: str) -> tuple[str, ...] | None:
    return _words(text.lower())


def _tres(text: str) -> tuple[tuple[str, int], ...] | None:
    found: dict[str, int] = {}
    for item in filter(None, text.split(",")):
        name, equals, amount = item.rpartition("=")
        if not equals or not name:
            raise ValueError(f"{item!r} is no TRES")
        name = name.strip().lower()
        if amount != "-1":
            found[name] = _amount(name, amount)
    return tuple(sorted(found.items())) or None


def _amount(name: str, text: str) -> int:
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no amount of {name}")
    whole, fraction, suffix = match.group(1), match.group(2) or "", match.group(3)
    base = 2 if name.startswith(_MEBI) else 0
    power = _POWERS.index(suffix) + 1 - base if suffix else 0
    value = int(whole + fraction) * 1024**power if power >= 0 else int(whole + fraction) // 1024**-power
    return int(value // 10 ** len(fraction))


def _write_tres(value: Value) -> str:
    assert isinstance(value, tuple)
    return ",".join(f"{name}={amount}" for name, amount in (it for it in value if isinstance(it, tuple)))


def _write_words(value: Value) -> str:
    assert isinstance(value, tuple)
    return ",".join(map(str, value))


COUNT: Final = Form(_count, str, "-1")
WEIGHT: Final = Form(_count_or_zero, str, "0")
FAIRSHARE: Final = Form(_fairshare, _write_fairshare, "1")
SECONDS: Final = Form(_seconds, str, "0")
"""Of GraceTime: typed as ``00:05:00`` nothing is stored, without a word."""
MINUTES: Final = Form(_minutes, str, "-1")
MODE: Final = Form(_mode, str, "cluster")
NAME: Final = Form(_name, str, "-1")
PLACE: Final = Form(_name, str, None)
"""A name that is always there."""
NAMES: Final = Form(_names, _write_words, None)
INHERITED: Final = Form(_names, _write_words, "")
"""Names that come from the account above where none are set. Taking each away (``-=``) would leave ``-name`` behind."""
WORDS: Final = Form(_words, _write_words, None)
TRES: Final = Form(_tres, _write_tres, None)
