from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tenantry.emit import to_json
from tenantry.load.yaml import parse
from tenantry.model.schema import DIALECT, tenancy_schema
from tests.support.golden import Golden

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path for path in (ROOT / "stacks").rglob("*.yaml") if "rendered" not in path.parts and path.parts[-2] != "stacks"
)
BAD = ROOT / "tests/bad"
SEEN_BY_THE_SCHEMA = sorted(
    path
    for path in BAD.glob("*.yaml")
    if path.name.startswith(("key-", "type-", "range-", "value-name", "value-limit"))
)
NOT_EXPRESSIBLE = {
    "key-missing-fleet.yaml",  # a file of a folder need not have it
    "type-exponent.yaml",  # 1e1 is an integer to JSON Schema
}
VALIDATOR = Draft7Validator(tenancy_schema())


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _nodes(inner)


def test_the_shipped_schema_is_that_of_the_model(golden: Golden) -> None:
    golden.file(ROOT / "stacks/tenancy.schema.json", to_json(tenancy_schema()))


def test_it_is_a_draft_7_schema() -> None:
    assert tenancy_schema()["$schema"] == DIALECT
    Draft7Validator.check_schema(tenancy_schema())
    json.dumps(tenancy_schema(), allow_nan=False)


def test_it_has_no_keyword_of_a_later_draft() -> None:
    later = {"$defs", "prefixItems", "discriminator", "unevaluatedProperties", "dependentRequired", "$dynamicRef"}
    for node in _nodes(tenancy_schema()):
        assert not later & set(node)
        assert "$ref" not in node or len(node) == 1, "draft 7 passes over what stands beside $ref"


def test_every_reference_leads_somewhere() -> None:
    for node in _nodes(tenancy_schema()):
        if "$ref" in node:
            assert node["$ref"].removeprefix("#/definitions/") in tenancy_schema()["definitions"]


def test_every_key_is_described() -> None:
    owners = [tenancy_schema(), *tenancy_schema()["definitions"].values()]
    silent = [
        f"{owner['title']}.{key}"
        for owner in owners
        for key, node in owner.get("properties", {}).items()
        if not node.get("description")
    ]
    assert silent == []


def test_mappings_refuse_other_keys() -> None:
    for node in _nodes(tenancy_schema()):
        if node.get("type") == "object":
            assert node["additionalProperties"] is False or "propertyNames" in node


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda it: it.relative_to(ROOT).as_posix())
def test_the_examples_are_valid(path: Path) -> None:
    parsed = parse(path.read_bytes(), path.name)
    assert parsed.findings == ()
    assert [error.message for error in VALIDATOR.iter_errors(parsed.data)] == []


@pytest.mark.parametrize("path", SEEN_BY_THE_SCHEMA, ids=lambda it: it.name)
def test_an_editor_marks_what_check_refuses(path: Path) -> None:
    data = parse(path.read_bytes(), path.name).data
    assert VALIDATOR.is_valid(data) == (path.name in NOT_EXPRESSIBLE)
