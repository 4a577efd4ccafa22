"""Numbers as slurm.conf's parser reads them.

Source: src/common/parse_value.c, the same from 22.05 to 26.05: C's ``strtoul`` with base 0, so a leading 0 is octal and
0x hexadecimal; one suffix, K, for 32 and 64 bits only; UNLIMITED and INFINITE.
"""

from __future__ import annotations

import re
from typing import Final

_LARGEST: Final = {"uint16": 2**16 - 1, "uint32": 2**32 - 1, "uint64": 2**64 - 1, "long": 2**63 - 1}
_INTEGER: Final = re.compile(r"\s*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)([kK]?)")
_ENDLESS: Final = frozenset({"unlimited", "infinite"})
_TRUTH: Final = frozenset({"yes", "up", "true", "1", "no", "down", "false", "0"})


def wrong_value(kind: str, text: str) -> str:
    """Why the parser refuses ``text`` for a key of a ``Parameter.type``; empty where it takes it."""
    if kind == "boolean":
        return "" if text.lower() in _TRUTH else "is neither YES nor NO"
    if kind == "float":
        return "" if _is_float(text) else "is not a number"
    if kind not in _LARGEST or text.lower() in _ENDLESS:
        return ""
    return _wrong_integer(kind, text)


def _wrong_integer(kind: str, text: str) -> str:
    found = _INTEGER.fullmatch(text)
    if not found or (found[3] and kind in {"uint16", "long"}):
        return "is not a whole number"
    if found[1] == "-" and kind != "long":
        return "is below zero"
    if value(text) > _LARGEST[kind]:
        return f"is above {_LARGEST[kind]}"
    return ""


def value(text: str) -> int:
    """What the parser makes of a whole number; ValueError for anything else, UNLIMITED too."""
    found = _INTEGER.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is not a whole number")
    digits = found[2]
    base = 16 if digits[:2].lower() == "0x" else 8 if digits.startswith("0") else 10
    return int(f"{found[1]}{digits}", base) * (1024 if found[3] else 1)


def number(text: str) -> int | None:
    """The same; None for what is not a whole number."""
    try:
        return value(text)
    except ValueError:
        return None


def odd_spelling(kind: str, text: str) -> str:
    """What a reader takes for another number: an octal or hexadecimal one, a K; empty for plain decimals."""
    found = _INTEGER.fullmatch(text)
    if kind not in _LARGEST or not found or text.lower() in _ENDLESS:
        return ""
    if found[2][:2].lower() == "0x":
        return "is hexadecimal"
    if len(found[2]) > 1 and found[2].startswith("0"):
        return "starts with 0 and is read as octal"
    return "has a K, which multiplies by 1024" if found[3] else ""


def _is_float(text: str) -> bool:
    if text.lower() in _ENDLESS:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text
