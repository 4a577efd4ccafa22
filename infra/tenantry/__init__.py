"""Tenantry: one tenancy policy for a GPU fleet, rendered to Slurm and Kueue.

``examine`` loads a document, checks it and does its arithmetic; ``render`` gives both schedulers' files. They are
imported when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["__version__", "examine", "render"]

if TYPE_CHECKING:
    from tenantry.pipeline import examine, render


def __getattr__(name: str) -> Any:
    if name in {"examine", "render"}:
        from tenantry import pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
