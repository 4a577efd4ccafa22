"""The YAML 1.2 core schema (yaml.org/spec/1.2.2, section 10.3.2): what a plain scalar stands for."""

from __future__ import annotations

import re
from typing import Final

_FIRST = frozenset("-+.0123456789~nNtTfF")
_WORDS: Final[dict[str, bool | None]] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_INT = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")

MOST_DIGITS = 40
"""Digits a number may have: more than any quantity needs, and cheap to convert."""


class WrittenFloat(float):
    """A number with a fraction or an exponent that remembers how it was typed: 24.10 is not shown as 24.1."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> WrittenFloat:
        """Raises ValueError for what is no YAML float."""
        number = super().__new__(cls, text.replace(".inf", "inf").replace(".nan", "nan"))
        number.text = text
        return number

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__


class ScalarError(ValueError):
    """A plain scalar whose reading would surprise; ``message`` and ``hint`` say how."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint


Value = str | int | float | bool | None


def plain(text: str) -> Value:
    """The value of an unquoted scalar.

    What YAML 1.1 would read as a truth value, a date, a number in base 60 or one with underscores is text. A number
    with leading zeros raises ScalarError, because YAML 1.1 reads it in base 8.
    """
    if text and text[0] not in _FIRST:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return _whole(text)
    if _BASED.fullmatch(text):
        _bound(text)
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        _bound(text)
        return WrittenFloat(text.lower() if text[-1].isalpha() else text)
    return text


def _whole(text: str) -> int:
    _bound(text)
    if _LEADING_ZERO.fullmatch(text):
        raise ScalarError(
            f"{text} is {int(text)} in YAML 1.2 but in base 8 in YAML 1.1",
            f'write {int(text)} for the number, or "{text}" in quotes for text',
        )
    return int(text)


def _bound(text: str) -> None:
    if len(text) > MOST_DIGITS:
        raise ScalarError(
            f"{text[:12]}... is a number of {len(text)} characters", f"use at most {MOST_DIGITS}, or quote it for text"
        )
