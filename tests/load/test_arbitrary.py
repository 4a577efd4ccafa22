"""Whatever stands in a document, reading it ends with a document or with findings that can be shown."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.finding import Path as ModelPath
from tenantry.load.source import Loaded, load_text
from tenantry.load.yaml import parse

STACKS = Path(__file__).parents[2] / "stacks"
VALID: list[dict[str, Any]] = [
    parse((STACKS / name / "tenancy.yaml").read_bytes(), name).data for name in ("guide", "small", "slurm-site")
]

_SPECIAL = st.text("abh100:-[]{},&*!|>'\"%@`#?~ \t\n\r\\0.<=", max_size=60)
_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8) | st.integers(), inner, max_size=3),
    max_leaves=6,
)


def _assert_can_be_shown(loaded: Loaded) -> None:
    assert (loaded.tenancy is None) == bool(loaded.findings)
    for it in loaded.findings:
        assert it.text.isprintable()
        assert it.location
        assert it.location.line >= 1
        assert it.location.column >= 1
        assert len(it.text) < 1000


def _paths(data: Any, at: ModelPath = ()) -> list[ModelPath]:
    """Every place of a document but the root."""
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path for step, inner in steps for path in ((*at, step), *_paths(inner, (*at, step)))]


def _replaced(data: dict[str, Any], path: ModelPath, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(data)
    inner: Any = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return changed


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    _assert_can_be_shown(load_text(data))


@given(_SPECIAL)
def test_any_text_that_looks_like_yaml(text: str) -> None:
    _assert_can_be_shown(load_text(text))


@given(
    _SPECIAL, st.sampled_from(["teams: {v: %s}\n", "fleet: %s\n", "%s: 1\n", "teams:\n  v:\n    notes: %s\n", "- %s\n"])
)
def test_any_text_inside_a_document(text: str, around: str) -> None:
    _assert_can_be_shown(load_text(around % text))


@given(_JUNK)
def test_any_yaml_value(value: Any) -> None:
    _assert_can_be_shown(load_text(yaml.safe_dump(value, allow_unicode=True)))


@pytest.mark.parametrize("document", VALID, ids=lambda it: it["fleet"])
def test_what_a_dumper_makes_of_a_document_is_the_same_document(document: dict[str, Any]) -> None:
    loaded = load_text(yaml.safe_dump(document, sort_keys=False))
    assert loaded.findings == ()


@settings(max_examples=200)
@given(st.data())
def test_a_document_with_one_value_replaced(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(VALID))
    path = data.draw(st.sampled_from(_paths(document)))
    text = yaml.safe_dump(_replaced(document, path, data.draw(_JUNK)), sort_keys=False, allow_unicode=True)
    _assert_can_be_shown(load_text(text))


@settings(max_examples=100)
@given(st.data())
def test_what_is_said_about_one_replaced_value_points_there(data: st.DataObject) -> None:
    """A value that no place of a document accepts: every finding is about it, or about what it stands in."""
    document = data.draw(st.sampled_from(VALID))
    path = data.draw(st.sampled_from(_paths(document)))
    loaded = load_text(yaml.safe_dump(_replaced(document, path, [[[]]]), sort_keys=False))
    assert loaded.findings
    assert all(it.path[: len(path)] == path for it in loaded.findings)


@given(st.randoms(use_true_random=False))
def test_damage_to_the_bytes_of_a_document(chance: random.Random) -> None:
    damaged = bytearray((STACKS / "slurm-site/tenancy.yaml").read_bytes())
    for _ in range(3):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    _assert_can_be_shown(load_text(bytes(damaged)))
