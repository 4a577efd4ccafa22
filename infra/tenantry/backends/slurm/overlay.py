"""A site's own templates, laid over ours: whether they can be filled in.

They are run in Jinja's sandbox: a document from elsewhere reaches nothing but what its templates are given.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tenantry.assets import templates
from tenantry.check.target import Refusal
from tenantry.finding import Location, Related
from tenantry.model.problem import shown
from tenantry.resolve.types import Resolved

_PATH: Final = ("slurm", "templates")


def overlay(resolved: Resolved) -> Path | None:
    """The folder that the document names; None where it names none."""
    folder = resolved.tenancy.slurm.templates if resolved.tenancy.slurm else None
    return Path(folder) if folder is not None else None


def overlaid(resolved: Resolved) -> Iterator[Refusal]:
    """What is wrong with the site's templates; expects a document that can be rendered otherwise."""
    if (folder := overlay(resolved)) is None:
        return
    if not folder.is_dir():
        yield Refusal(_PATH, f"there is no folder {folder}", "name a folder beside the document, such as templates")
        return
    ours = {it.relative_to(templates()).as_posix() for it in (templates() / "slurm").glob("*.j2")}
    if not any((folder / name).is_file() for name in ours):
        hint = f"put one of {', '.join(sorted(ours))} in it, or leave the key out"
        yield Refusal(_PATH, f"{folder} holds no template of those that are used", hint)
        return
    from jinja2 import TemplateError

    from tenantry.backends.slurm.render import filled, prepared

    for name, view in prepared(resolved).items():
        try:
            filled(resolved, {name: view})
        except (TemplateError, OSError, RecursionError, *_OF_EXPRESSIONS) as error:
            place = _place(error, folder, name)
            message = f"the template of {name} cannot be filled in: {_said(error)}"
            related = (Related("the template", (), place),) if place else ()
            yield Refusal(_PATH, message, "see templates/README.md for what a template gets", related)


_OF_EXPRESSIONS: Final = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)
"""What an expression of a template can raise, as one of Python can."""


def _place(error: BaseException, folder: Path, name: str) -> Location | None:
    """The line of the site's template that an error comes from."""
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if isinstance(file, str) and isinstance(line, int):
        return Location(file, line, 1)
    frames = [it for it in traceback.extract_tb(error.__traceback__) if Path(it.filename).is_relative_to(folder)]
    if frames:
        return Location(frames[-1].filename, frames[-1].lineno or 1, 1)
    own = folder / "slurm" / f"{name}.j2"
    return Location(str(own), 1, 1) if own.exists() else None


def _said(error: BaseException) -> str:
    from jinja2 import TemplateNotFound

    if isinstance(error, RecursionError):
        return "it includes itself"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, TemplateNotFound):
        return f"there is no template {shown(error.message)}"
    text = str(error).rstrip(".")
    return text if text.isprintable() and len(text) <= _LONGEST else shown(text, _LONGEST)


_LONGEST: Final = 200
