"""pydantic's errors as findings, with their place in the files."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from tenantry.finding import Finding
from tenantry.load.codes import BAD_VALUE
from tenantry.load.marks import Marks
from tenantry.load.yaml import BROKEN


def problems(error: ValidationError, data: dict[str, Any], marks: Marks, *, whole: bool) -> list[Finding]:
    """Every error of a validation, once."""
    found = []
    for it in error.errors(include_url=False):
        if it["input"] is not BROKEN and (whole or it["type"] != "missing"):
            found.append(BAD_VALUE.finding(it["msg"], "", marks.best(it["loc"]), it["loc"]))
    return found
