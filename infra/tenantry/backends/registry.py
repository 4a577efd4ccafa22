"""The back ends there are. Adding one is a folder beside this file, a line here and the conformance suite."""

from __future__ import annotations

from typing import Final

from tenantry.backends.base import Backend
from tenantry.backends.kueue.backend import KueueBackend
from tenantry.backends.slurm.backend import SlurmBackend
from tenantry.check.rule import DOCUMENT, Rule, rules

BACKENDS: Final[tuple[Backend, ...]] = (SlurmBackend(), KueueBackend())
"""In the order of the schedulers."""


def all_rules() -> tuple[Rule, ...]:
    """The rules about documents and those of every back end about its own files, by code."""
    packages = [DOCUMENT.package, *(it.files_stage.package for it in BACKENDS if it.files_stage)]
    return tuple(sorted((it for package in packages for it in rules(package)), key=lambda it: it.code))
