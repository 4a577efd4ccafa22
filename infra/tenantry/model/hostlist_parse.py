"""Slurm's host list grammar, expanded.

Source: slurm.conf(5), node range expression; src/common/hostlist.c (22.05 to 26.05). The width of the low end
gives the padding, that of the high end counts for nothing; at most 65,536 hosts, in a range and in the whole.
Every bound is checked before anything is expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, NoReturn

from tenantry.model.problem import ValueProblem, shown

MAX_HOSTS = 65_536  # MAX_SLURM_NODES of slurm.h
MAX_DIGITS = 18  # a number of more digits does not fit Slurm's unsigned long on every release
MAX_NAME = 253  # a DNS name, which the Kubernetes node of the same name has to be

_TOKEN = re.compile(r"[A-Za-z0-9_.-]+|\[[^\[\]]*\]|.", re.DOTALL)
_RANGE = re.compile(r"([0-9]+)(?:-([0-9]+))?")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_RESERVED = frozenset({"all", "default"})  # slurm.conf reads both, in any case, as something other than a host


class HostListError(ValueProblem):
    """A host list that cannot be read; ``part`` is the faulty piece of it."""

    slug = "hostlist"

    def __init__(self, message: str, hint: str, part: str = "") -> None:
        super().__init__(message, hint)
        self.part = part


class _Range(NamedTuple):
    low: int
    high: int
    width: int

    @property
    def hosts(self) -> int:
        return self.high - self.low + 1

    def numbers(self) -> Iterator[str]:
        return (f"{number:0{self.width}d}" for number in range(self.low, self.high + 1))


Piece = str | list[_Range]


def expand(text: str, *, skip_empty: bool = False) -> list[str]:
    """Every host of ``text``, in order, repetitions kept; raises HostListError."""
    elements: list[list[Piece]] = []
    total = 0
    for element in _split(text):
        if not element:
            if skip_empty:
                continue
            _refuse(
                f"{shown(text)} has an empty element", "write one comma between hosts and none at the ends", element
            )
        pieces = _pieces(element)
        if _longest(pieces) > MAX_NAME:
            _refuse(f"{shown(element)} makes host names too long", f"use at most {MAX_NAME} characters a name", element)
        total += _count(pieces)
        if total > MAX_HOSTS:
            _refuse(
                f"{shown(text)} names more than {MAX_HOSTS} hosts", "that is the most one Slurm cluster holds", element
            )
        elements.append(pieces)
    names = [name for pieces in elements for name in _expand(pieces)]
    for name in names:
        if not _NAME.fullmatch(name) or name.lower() in _RESERVED:
            _refuse_name(name)
    return names


def _split(text: str) -> Iterator[str]:
    """The elements between the commas outside brackets."""
    start = depth = 0
    for at, char in enumerate(text):
        if char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
        elif char == "," and depth <= 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _pieces(element: str) -> list[Piece]:
    pieces: list[Piece] = []
    for match in _TOKEN.finditer(element):
        token = match.group()
        if token[0] == "[" and len(token) > 1:
            pieces.append([_range(item, element) for item in token[1:-1].split(",")])
        elif token == "[":
            nested = "]" in element[match.end() :]
            what = "has brackets inside brackets" if nested else "has a '[' that is never closed"
            _refuse(
                f"{shown(element)} {what}", "write each group as [low-high,...], for example rack[0-7]n[01-04]", element
            )
        elif token == "]":
            _refuse(f"{shown(element)} has a ']' without its '['", "write a group as [low-high,...]", element)
        elif _NAME.fullmatch("_" + token):
            pieces.append(token)
        else:
            _refuse_character(element, token)
    return pieces


def _range(item: str, element: str) -> _Range:
    match = _RANGE.fullmatch(item)
    if not match:
        _refuse_range(item, element)
    low_text, high_text = match.group(1), match.group(2) or match.group(1)
    if max(len(low_text), len(high_text)) > MAX_DIGITS:
        _refuse(f"the number {shown(item)} in {shown(element)} is too long", f"use at most {MAX_DIGITS} digits", item)
    found = _Range(int(low_text), int(high_text), len(low_text))
    if found.low > found.high:
        swapped = f"{high_text}-{low_text}"
        _refuse(f"the range {item} in {shown(element)} runs backwards", f"write the low end first: {swapped}", item)
    if found.hosts > MAX_HOSTS:
        _refuse(f"the range {item} in {shown(element)} is too long", f"a range holds at most {MAX_HOSTS} hosts", item)
    return found


def _count(pieces: list[Piece]) -> int:
    hosts = 1
    for piece in pieces:
        if not isinstance(piece, str):
            hosts *= sum(part.hosts for part in piece)
    return hosts


def _longest(pieces: list[Piece]) -> int:
    """The characters of the longest name, found before any name is made."""
    return sum(
        len(piece) if isinstance(piece, str) else max(max(part.width, len(str(part.high))) for part in piece)
        for piece in pieces
    )


def _expand(pieces: list[Piece]) -> Iterator[str]:
    spelled = [[piece] if isinstance(piece, str) else _numbers(piece) for piece in pieces]
    groups = [at for at, piece in enumerate(pieces) if not isinstance(piece, str)]
    # Slurm's order: the last group runs fastest, then the groups before it from the left on.
    order = [*reversed(groups[:-1]), *groups[-1:]]
    names = [choices[0] for choices in spelled]
    for numbers in product(*(spelled[at] for at in order)):
        for at, number in zip(order, numbers, strict=True):
            names[at] = number
        yield "".join(names)


def _numbers(group: list[_Range]) -> list[str]:
    return [number for part in group for number in part.numbers()]


def _refuse(message: str, hint: str, part: str) -> NoReturn:
    raise HostListError(message, hint, part)


def _refuse_range(item: str, element: str) -> NoReturn:
    where = f"in {shown(element)}"
    if not item:
        _refuse(f"a bracket group {where} is empty or has an empty part", "write numbers, for example [1-4,7]", item)
    if "/" in item or ":" in item:
        _refuse(f"{shown(item)} {where} has a step", "Slurm has no steps in host ranges: list the numbers", item)
    _refuse(f"{shown(item)} {where} is not a range", "write a number or low-high, digits only, such as 001-200", item)


def _refuse_character(element: str, char: str) -> NoReturn:
    if char.isspace():
        _refuse(f"{shown(element)} has a space or line break", "separate hosts by commas alone", element)
    hint = "a host name has letters, digits, '-', '_' and '.'; ranges stand in brackets"
    _refuse(f"{shown(element)} has the character {char!r}", hint, element)


def _refuse_name(name: str) -> NoReturn:
    if name.lower() in _RESERVED:
        _refuse(
            f"{shown(name)} is no host: Slurm keeps the word for itself", "name the hosts, such as gpu[001-200]", name
        )
    _refuse(f"the host name {shown(name)} starts with {name[0]!r}", "start it with a letter or a digit", name)
