"""Finds ``templates/`` and ``policies/``: in a checkout beside ``infra/``, in the wheel inside the package.

A site's own folder goes before ours, file by file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import BaseLoader

_PACKAGE = Path(__file__).resolve().parent


def templates() -> Path:
    """The folder of templates."""
    return _folder("templates")


def policies() -> Path:
    """The folder of guardrails."""
    return _folder("policies")


def template_loader(overlay: Path | None = None) -> BaseLoader:
    """Looks for a template in ``overlay`` first, then among ours."""
    from jinja2 import ChoiceLoader, FileSystemLoader

    return ChoiceLoader([FileSystemLoader(folder) for folder in (overlay, templates()) if folder is not None])


def _folder(name: str) -> Path:
    """The wheel's copy where there is one; the wheel alone has it (pyproject.toml, force-include)."""
    packaged, checkout = _PACKAGE / f"_{name}", _PACKAGE.parents[1] / name
    found = next((folder for folder in (packaged, checkout) if folder.is_dir()), None)
    if found is None:
        raise FileNotFoundError(f"this installation has no {name}: neither {packaged} nor {checkout}")
    return found
