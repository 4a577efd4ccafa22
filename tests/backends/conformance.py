"""What every back end must hold to, whatever its scheduler: run for each of the registry by test_conformance.py."""

from __future__ import annotations

import re

from tenantry.backends.base import Backend, Concept, Fidelity
from tenantry.header import made_by_us
from tenantry.resolve.types import Resolved


def check_render(backend: Backend, resolved: Resolved) -> None:
    """Pure, in order, under its own folder, below a true header; nothing where the document does not name it."""
    files = backend.render(resolved)
    assert files == backend.render(resolved)
    assert files == () or backend.name in resolved.schedulers
    assert list(files) == sorted(files)
    assert len({file.path for file in files}) == len(files)
    for file in files:
        assert file.path.parts[0] in backend.folders
        assert ".." not in file.path.parts
        assert len(file.path.parts) > 1
        assert made_by_us(file.text), file.path
        assert file.text.endswith("\n")


def check_names(backend: Backend, resolved: Resolved) -> None:
    """Every name that it hands in stands in its files as a word of its own, and points into the document."""
    written = "\n".join(file.text for file in backend.render(resolved))
    assert backend.limits_of(resolved).keys() == set(Concept)
    words = set(re.split(r"[^A-Za-z0-9_.-]+", written))
    named = list(backend.named(resolved)) if backend.name in resolved.schedulers else []
    assert bool(named) == bool(written)
    assert named == (list(backend.named(resolved)) if named else [])
    for it in named:
        assert it.kind
        assert it.what
        assert it.name in words, it
        assert it.path == () or it.path[0] in type(resolved.tenancy).model_json_schema()["properties"]


def check_facts(backend: Backend) -> None:
    """A statement for every concept, releases oldest first, parameters in lower case."""
    assert backend.limits.keys() == set(Concept)
    for concept, said in backend.limits.items():
        assert bool(said.how) == (said.fidelity is not Fidelity.ABSENT), concept
        assert said.why or said.fidelity is not Fidelity.APPROXIMATE, concept
    numbers = [tuple(map(int, release.split("."))) for release in backend.releases]
    assert numbers
    assert numbers == sorted(set(numbers))
    assert all(len(it) == 2 for it in numbers)
    assert all(key == key.lower() for keys in backend.written.values() for key in keys)
