"""Logical lines and pairs, against the rules of slurmctld's parser; the real one is asked in tests/live/slurm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.slurm.parse.lines import logical_lines
from tenantry.backends.slurm.parse.pairs import pair, pairs


def texts(text: str) -> list[str]:
    return [line.text for line in logical_lines(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1\nb=2", ["a=1", "b=2"]),
        ("# all of it\n\n   \na=1 # why", ["a=1 "]),
        ('a="x #y"', ['a="x ']),
        (r"a=x\#y # z", ["a=x#y "]),
        ("a=1 \\\n  b=2", ["a=1   b=2"]),
        ("a=1 \\  \t\r\n b=2\r\n", ["a=1  b=2\r"]),
        ("a=1 \\ # why\nb=2", ["a=1 b=2"]),
        ("# gone \\\na=1", ["a=1"]),
        ("a=1 \\\n# nothing\nb=2", ["a=1 ", "b=2"]),
        ("ab\\\ncd=1", ["abcd=1"]),
        ("a=x\\\\\nb=1", ["a=x\\", "b=1"]),
        ("a=x\\\\\\\nb=1", ["a=x\\b=1"]),
        ("a=C:\\dir", ["a=C:dir"]),
        ("a=1\0b=2\nc=3", ["a=1", "c=3"]),
        ("a=1 \\", ["a=1 "]),
        ("", []),
    ],
)
def test_lines(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_places_are_those_of_the_file() -> None:
    (line,) = logical_lines("\n# c\nab\\\ncd = x\\#y \\ # why\n\tz=1")
    assert line.text == "abcd = x#y \tz=1"
    places = {char: line.place(line.text.index(char)) for char in "acx#yz"}
    assert places == {"a": (3, 1), "c": (4, 1), "x": (4, 6), "#": (4, 8), "y": (4, 9), "z": (5, 2)}
    assert line.comment == (4, 13)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("Key=value rest", "Key", "value"),
        ("  key \t=\t value", "key", "value"),
        ('K="a b" x', "K", "a b"),
        ('K="" x', "K", ""),
        ("K= L=5", "K", "L=5"),
        ("K==v", "K", "=v"),
        ("K+=v", "K", "v"),
        ('K="a b', "K", '"a'),
        ('K="a"b" x', "K", '"a"b"'),
        ('K=a"b c"', "K", 'a"b'),
        ("bb.x_1=2", "bb.x_1", "2"),
        ("a=b\r", "a", "b"),
    ],
)
def test_a_pair(text: str, key: str, value: str) -> None:
    found = pair(text)
    assert found is not None
    assert (found.key, found.value) == (key, value)


@pytest.mark.parametrize("text", ["word", "K=", "K:v", "a-b=1", "=v", "\ufeffK=v", 'K v="1"'])
def test_no_pair(text: str) -> None:
    assert pair(text) is None


def test_pairs_end_where_the_rest_starts() -> None:
    found, end = pairs('N=a B="c d" and more=1')
    assert [(each.key, each.value) for each in found] == [("N", "a"), ("B", "c d")]
    assert end == len('N=a B="c d"')


@given(st.text(alphabet='aB=\\#" \t\r\n\0é,[', max_size=60))
def test_every_character_of_a_line_stands_where_it_says(text: str) -> None:
    physical = text.split("\n")
    for line in logical_lines(text):
        for offset, char in enumerate(line.text):
            number, column = line.place(offset)
            assert physical[number - 1][column - 1] == char
