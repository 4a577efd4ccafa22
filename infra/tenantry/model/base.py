"""What every part of a document has in common: frozen, unknown keys refused, camelCase keys."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Model(BaseModel):
    """Base of everything a user writes.

    Keys are camelCase in the document and snake_case in Python. Values are taken as they are typed in YAML 1.2:
    a number is never read from a string nor a string from a number. What stands below a field is its documentation;
    ``model.schema`` reads it, because finding it costs more than everything else about a class.
    """

    model_config = ConfigDict(
        frozen=True,
        defer_build=True,  # only the root is ever validated: a third less CPU for every command that reads a document
        extra="forbid",
        strict=True,
        alias_generator=to_camel,
        validate_by_alias=True,
        validate_by_name=True,
    )
