"""The model as JSON Schema, so that an editor completes keys, explains them and marks slips while somebody types.

Draft 7: what yaml-language-server reads (its README, "Features"). pydantic writes draft 2020-12.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc, getsource
from itertools import pairwise
from textwrap import dedent
from typing import Any, get_args

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from tenantry.model.base import Model
from tenantry.model.document import Tenancy
from tenantry.model.scalar import Scalar

DIALECT = "http://json-schema.org/draft-07/schema#"


class EditorSchema(GenerateJsonSchema):
    """Draft 7, without what only Python knows: generated titles, ``None`` for a key left out, empty defaults."""

    schema_dialect = DIALECT

    def generate(self, schema: CoreSchema, mode: JsonSchemaMode = "validation") -> JsonSchemaValue:
        """The whole schema. A file of a folder holds a part of a document, so no section or key of one is required."""
        made = super().generate(schema, mode)
        made["definitions"] = made.pop("$defs")
        for section in (made, *made["properties"].values()):
            whole = made["definitions"][section["$ref"].rsplit("/", 1)[1]] if "$ref" in section else section
            whole.pop("required", None)
        return {"$schema": self.schema_dialect, **_draft7(made)}

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Never: a key is its own title."""
        return False

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """A key is left out or has a value; an empty value is refused when the document is read."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Defaults that a user would write the same way."""
        made = self.generate_inner(schema["schema"])
        default = schema.get("default")
        if isinstance(default, Scalar):
            made["default"] = str(default)
        elif isinstance(default, str | int):
            made["default"] = default
        return made

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """Every key has to match, where pydantic's ``patternProperties`` would let others pass."""
        keys = self.generate_inner(schema["keys_schema"])
        values = self.generate_inner(schema["values_schema"])
        return {"type": "object", "propertyNames": keys, "additionalProperties": values}


def _draft7(node: Any) -> Any:
    """``$ref`` alone (draft 7 passes over what stands beside it), and Markdown's single backquotes."""
    if isinstance(node, list):
        return [_draft7(item) for item in node]
    if not isinstance(node, dict):
        return node
    made = {key: _draft7(value) for key, value in node.items()}
    if isinstance(made.get("description"), str):
        made["description"] = made["description"].replace("``", "`")
    if "$ref" in made and len(made) > 1:
        made["allOf"] = [{"$ref": made.pop("$ref")}]
    return made


def _document(model: type[Model]) -> None:
    """Gives every field of a model, and of the models below it, the text that stands under it in the source."""
    docs = _docstrings(model)
    for name, field in model.model_fields.items():
        for part in _models(field.annotation):
            _document(part)
        field.description = field.description or docs.get(name)
    model.model_rebuild(force=True)


def _docstrings(model: type[Model]) -> dict[str, str]:
    (body,) = ast.parse(dedent(getsource(model))).body
    return {
        field.target.id: cleandoc(text.value.value)
        for field, text in pairwise(getattr(body, "body", ()))
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def _models(annotation: Any) -> Iterator[type[Model]]:
    """The models that an annotation names, however deep."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


@cache
def tenancy_schema() -> dict[str, Any]:
    """JSON Schema (draft 7) of a document, or of any file of one that is a folder."""
    _document(Tenancy)
    return Tenancy.model_json_schema(ref_template="#/definitions/{model}", schema_generator=EditorSchema)
