"""The one exception of the exact value types."""

from __future__ import annotations

from typing import ClassVar


class ValueProblem(ValueError):  # noqa: N818 - the message reads as a finding, not as a failure of the program
    """A written value that cannot be accepted.

    ``message`` says what is wrong and names the faulty text; ``hint`` says what would be right.
    ``slug`` is the stable short name of the kind of value and becomes the pydantic error type.
    """

    slug: ClassVar[str] = "value"

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}"


def shown(value: object, limit: int = 60) -> str:
    """The value as a message quotes it: one line, escaped, never longer than ``limit`` characters."""
    text = repr(value) if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."
