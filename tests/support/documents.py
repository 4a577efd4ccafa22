"""Documents of the tests: text in, resolved tenancy out."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from tenantry.load.source import Loaded, load, load_text
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved

ROOT = Path(__file__).parents[2]
STACKS = ROOT / "stacks"
EXAMPLES = ("guide", "lab", "slurm-site", "small")


def resolved_text(text: str) -> Resolved:
    """A document written in a test; fails with its findings where it does not load."""
    return _resolved(load_text(dedent(text)))


def resolved_stack(name: str) -> Resolved:
    """One of the shipped examples."""
    return _resolved(load(STACKS / name))


def _resolved(loaded: Loaded) -> Resolved:
    assert loaded.tenancy is not None, [f"{found.location} {found.code} {found.text}" for found in loaded.findings]
    return resolve(loaded.tenancy)
