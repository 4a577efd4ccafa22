"""How a value written as one YAML scalar meets pydantic: read, printed and described in one place.

pydantic is imported only when a model is built, so that the value types stay cheap to import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from tenantry.model.problem import ValueProblem, shown

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)  # hashed by identity: typing puts annotations into sets
class Written(Generic[T]):
    """Annotation for a model field: ``Annotated[X, Written(read, write, schema)]``.

    ``read`` turns what stands in the document into the value or raises ValueProblem; ``write`` is its
    inverse, to a string or an integer; ``schema`` is the JSON schema an editor shows.
    A ValueProblem becomes a pydantic error whose type is the problem's slug and whose context holds
    ``message`` and ``hint``.
    """

    read: Callable[[object], T]
    write: Callable[[T], str | int]
    schema: Mapping[str, object]

    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> CoreSchema:
        from pydantic_core import PydanticCustomError, core_schema

        def validate(value: object) -> T:
            try:
                return self.read(value)
            except ValueProblem as problem:
                context = {"message": problem.message, "hint": problem.hint}
                raise PydanticCustomError(problem.slug, "{message}; {hint}", context) from problem

        return core_schema.no_info_plain_validator_function(
            validate, serialization=core_schema.plain_serializer_function_ser_schema(self.write)
        )

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return dict(self.schema)


class Scalar:
    """Base of the value classes that read one string: a model field may be typed with the class itself."""

    __slots__ = ()
    problem: ClassVar[type[ValueProblem]] = ValueProblem
    example: ClassVar[str]
    json_schema: ClassVar[Mapping[str, object]]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The value that ``text`` stands for; raises ``cls.problem``."""
        raise NotImplementedError

    @classmethod
    def read(cls, value: object) -> Self:
        """The value of what stands in a document: a string, or a value made before."""
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        raise cls.problem(f"{shown(value)} is not a string", f'write it as text, for example "{cls.example}"')

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> CoreSchema:
        written: Written[Any] = Written(cls.read, str, cls.json_schema)
        return written.__get_pydantic_core_schema__(source, handler)

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return dict(cls.json_schema)
