"""What kubectl takes a plain scalar for: YAML 1.1 as sigs.k8s.io/yaml reads it.

Source: sigs.k8s.io/yaml 1.6, goyaml.v2/resolve.go: ``no`` and ``y`` are truth values, ``0777`` is 511, but ``12:30``
and dates are text.
"""

from __future__ import annotations

import re
from typing import Final

Scalar = str | int | float | bool | None

_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE: Final = frozenset({"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})
_FALSE: Final = frozenset({"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})
_INTEGER: Final = re.compile(r"([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL: Final = {
    **dict.fromkeys((".nan", ".NaN", ".NAN"), "nan"),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), "inf"),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), "-inf"),
}
_MOST_DIGITS: Final = 400
"""A number of more is infinite as a double; text stays readable and cheap."""


def plain(text: str) -> Scalar:
    """The value of an unquoted scalar."""
    if text in _NULL:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if text in _SPECIAL:
        return float(_SPECIAL[text])
    if not text.isascii() or text[0] not in "+-.0123456789" or len(text) > _MOST_DIGITS:
        return text
    digits = text.replace("_", "")
    if match := _INTEGER.fullmatch(digits):
        number = _whole(match[2]) * (-1 if match[1] == "-" else 1)
        return number if -(2**63) <= number < 2**64 else float(number)
    return float(digits) if _FLOAT.fullmatch(digits) else text


def _whole(digits: str) -> int:
    kind = digits[1:2].lower()
    if kind in {"x", "b", "o"}:
        return int(digits, 0)
    return int(digits, 8) if digits.startswith("0") else int(digits)


def text_of(value: Scalar) -> str:
    """A scalar as JSON, and so the API server, has it; also what kubectl makes of a key that is no text."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return str(value)
