"""YAML and JSON out."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry import emit
from tenantry.emit import to_json, to_yaml


class Core(yaml.SafeLoader):
    """Reads YAML 1.2's core schema: the readings of 1.1 are gone, those of 1.2 are added."""

    yaml_implicit_resolvers: Any = {}


for _tag, _pattern in {
    "null": r"~|null|Null|NULL|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
}.items():
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"(?:{_pattern})$"), None)


class PurePython(yaml.SafeDumper):
    """What stands in where PyYAML has no libyaml."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


PurePython.add_representer(str, emit._represent_str)

_WORDS = """
no On YES y N off True false null Null ~ 0 007 0123 0o17 0x1F 0b11 1e3 1E5 1.5 .5 5. +1 -0 1_000 12:00:00 1:30 .inf
-.INF .nan 2001-01-01 2001-01-01T00:00:00Z = << - ? : & * ! | > % @ ` # {} [] {a} [1] 0x1G 1d 1f
"""
TRAPS = _WORDS.split()
TRAPS += ["", " ", " a", "a ", "a: b", "a #b", "a:", "- a", "? a", "\n", "a\nb", "a\n", "\ta", "\x07", "\x85", "\u2028"]
TRAPS += ["'", '"', "it's", 'say "no"', "---", "...", "--- a", "\ufeff", "\U0001f600", "a" * 500, "word " * 60, "# a"]
TRAPS += ["if a:\n  b\n\nc\n", "a\n\n", "a \nb\n", " a\nb\n", "#!/bin/sh\nexit 1\n", "- a\n- b\n", "a\r\nb\r\n"]

KEYS = [trap for trap in TRAPS if trap and trap.isascii() and trap.isprintable() and len(trap) < 100]

_keys = st.one_of(
    st.sampled_from(KEYS),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=30),
)
_scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.sampled_from(TRAPS))
_data = st.recursive(_scalars, lambda inner: st.lists(inner) | st.dictionaries(_keys, inner), max_leaves=10)


@given(_data)
@settings(max_examples=60)
def test_yaml_reads_back_in_1_1_and_1_2(data: object) -> None:
    text = to_yaml(data)
    for loader in (yaml.CSafeLoader, yaml.SafeLoader, Core):
        assert yaml.load(text, Loader=loader) == data  # noqa: S506 - all three are safe loaders
    assert text.endswith("\n")
    assert "\r" not in text


@given(_data)
@settings(max_examples=60)
def test_both_dumpers_of_pyyaml_write_the_same(data: object) -> None:
    text = to_yaml(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emit, "_Dumper", PurePython)
        assert to_yaml(data) == text


@pytest.mark.parametrize("trap", TRAPS, ids=ascii)
def test_text_stays_text(trap: str) -> None:
    data = [trap, {"key": trap}, *([{trap: 1}] if trap in KEYS else [])]
    for loader in (yaml.CSafeLoader, Core):
        assert yaml.load(to_yaml(data), Loader=loader) == data  # noqa: S506 - both are safe loaders


@pytest.mark.parametrize("word", ["4Ti", "1500m", "2k", "1.5Gi", "2d12h", "gpu[001-200]", "nvidia.com/gpu"])
def test_harmless_text_is_not_quoted(word: str) -> None:
    assert to_yaml({"key": word}) == f"key: {word}\n"


def test_shape() -> None:
    shared = ["one"]
    document = {"b": shared, "a": {"x": [], "w": {}, "z": [{"k": 1, "l": None}]}, "c": shared, "d": "a\n  b\n"}
    assert to_yaml(document, header="Made by tenantry.\n\nDo not edit.") == (
        "# Made by tenantry.\n#\n# Do not edit.\n"
        "b:\n- one\na:\n  x: []\n  w: {}\n  z:\n  - k: 1\n    l: null\nc:\n- one\nd: |\n  a\n    b\n"
    )


def test_long_lines_are_not_folded() -> None:
    assert len(to_yaml({"key": "word " * 500 + "end"}).splitlines()) == 1
    assert len(to_yaml({"key": "word: " * 500}).splitlines()) == 1


def test_a_header_cannot_leave_its_comment() -> None:
    assert yaml.safe_load(to_yaml({"a": 1}, header="x\rb: 2\u2028c: 3\x0bd: 4\x07")) == {"a": 1}


@pytest.mark.parametrize("value", [1.5, (1,), {1}, b"x", object(), {1: 2}, {"a": {None: 1}}, [{"a": 0.1}]])
def test_refuses_other_types(value: object) -> None:
    with pytest.raises(TypeError):
        to_yaml(value)
    with pytest.raises(TypeError):
        to_json(value)


@pytest.mark.parametrize("key", ["", "a\nb", "\x00"])
def test_refuses_keys_that_cannot_be_shown(key: str) -> None:
    with pytest.raises(ValueError, match="a key is empty"):
        to_yaml([{key: 1}])


@given(_data)
def test_json_reads_back(data: object) -> None:
    assert json.loads(to_json(data)) == data


def test_json_is_sorted_and_plain() -> None:
    assert to_json({"b": "é", "a": [1]}) == '{\n  "a": [\n    1\n  ],\n  "b": "é"\n}\n'
